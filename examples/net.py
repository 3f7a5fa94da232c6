"""A small neural network in NumPy: two hidden layers, a policy over actions and a value from -1 to 1.

It has no dependency but NumPy, so that everything about a learner can be read here. For anything larger take PyTorch or
JAX: a batch's arrays go into them as they are (`torch.from_numpy`).
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
IMPOSSIBLE = np.float32(-1e9)


class Net:
    """Weights, and their updates by Adam."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128, rate: float = 1e-3, seed: int = 0):
        rng = np.random.default_rng(seed)
        shapes = [(inputs, hidden), (hidden, hidden), (hidden, actions), (hidden, 1)]
        scales = [np.sqrt(2 / inputs), np.sqrt(2 / hidden), 0.01, 0.01]
        self.weights = [
            (rng.normal(size=shape) * scale).astype(np.float32) for shape, scale in zip(shapes, scales, strict=True)
        ]
        self.weights += [np.zeros(shape[1], np.float32) for shape in shapes]
        self.rate = rate
        self._first = [np.zeros_like(weight) for weight in self.weights]
        self._second = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def __call__(self, seen: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The probabilities of the actions, none for those that are masked out, and the values."""
        return self._forward(seen, mask)[-2:]

    def _forward(self, seen: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats, Floats]:
        w1, w2, w3, w4, b1, b2, b3, b4 = self.weights
        first = np.maximum(seen @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        logits = np.where(mask, second @ w3 + b3, IMPOSSIBLE)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True)) * mask
        values = np.tanh(second @ w4 + b4)[:, 0]
        return first, second, powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-9), values

    def learn(self, seen: Floats, mask: NDArray[np.bool_], slopes: "Slopes") -> None:
        """One step of Adam. `slopes` tells how the loss changes with logits and with values."""
        _, _, w3, w4, *_ = self.weights
        first, second, policy, values = self._forward(seen, mask)
        to_logits, to_values = slopes(policy, values)
        to_output = (to_values * (1 - values**2))[:, None]
        to_second = (to_logits @ w3.T + to_output @ w4.T) * (second > 0)
        to_first = (to_second @ self.weights[1].T) * (first > 0)
        flows = [to_first, to_second, to_logits, to_output]
        gradients = [into.T @ flow for into, flow in zip([seen, first, second, second], flows, strict=True)]
        gradients += [flow.sum(axis=0) for flow in flows]
        size = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients))
        self._update([gradient / max(1.0, size) for gradient in gradients])

    def _update(self, gradients: list[Floats]) -> None:
        self._updates += 1
        for weight, gradient, first, second in zip(self.weights, gradients, self._first, self._second, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            unbiased = first / (1 - 0.9**self._updates), second / (1 - 0.999**self._updates)
            weight -= self.rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)

    def save(self, path: Path) -> None:
        """Keep the weights in a file."""
        np.savez(path, *self.weights)

    def load(self, path: Path) -> None:
        """Take the weights from a file."""
        with np.load(path) as kept:
            self.weights = [kept[name] for name in kept.files]


class Slopes:
    """The gradients of a loss by logits and by values."""

    def __call__(self, policy: Floats, values: Floats) -> tuple[Floats, Floats]:
        """The mean over all rows is taken here."""
        raise NotImplementedError


def drawn(policy: Floats, rng: np.random.Generator) -> NDArray[np.int32]:
    """An action for each row, by its probabilities."""
    places = rng.random((len(policy), 1), np.float32) * policy.sum(axis=1, keepdims=True)
    chosen = (policy.cumsum(axis=1) > places).argmax(axis=1)
    return chosen.astype(np.int32)

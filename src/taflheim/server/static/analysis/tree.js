// A game with variations, as the page holds it. Pure: what changes a tree gives a new one.

/**
 * @typedef {import("../story/story.js").Ply} Ply
 * @typedef {import("../story/story.js").Story} Story
 * @typedef {import("../net/messages.js").Result} Result
 *
 * @typedef {Ply & {position: string, result: Result | null, over: boolean}} Move `over`: no line goes on behind it
 *
 * @typedef {object} Node
 * @property {number} parent -1 at the root
 * @property {number[]} children the main line first
 * @property {Move | null} move null at the root
 * @property {string} comment
 * @property {string[][]} drawings spots: one for a circle, several for an arrow
 *
 * @typedef {Story["start"] & {position: string, usual: boolean}} Start
 * @typedef {object} Tree
 * @property {string} game
 * @property {{[name: string]: string | number}} options
 * @property {{[name: string]: string}} headers
 * @property {Story["sides"]} sides
 * @property {Start} start
 * @property {Map<number, Node>} nodes by number; the root is 0
 *
 * @typedef {Move & {parent: number, comment: string, drawings: string[][]}} PlainNode
 * @typedef {Omit<Tree, "nodes"> & {nodes: PlainNode[]}} PlainTree as the server tells it
 */

export const ROOT = 0;

/** @param {PlainTree} plain @returns {Tree} */
export function fromPlain(plain) {
  /** @type {Tree["nodes"]} */
  const nodes = new Map();
  plain.nodes.forEach((told, number) => {
    const { parent, comment, drawings, ...move } = told;
    nodes.set(number, { parent, children: [], move: number === ROOT ? null : move, comment, drawings });
    nodes.get(parent)?.children.push(number);
  });
  return { ...plain, nodes };
}

/** As the server reads it. @param {Tree} tree */
export function toPlain(tree) {
  const order = walk(tree);
  const places = new Map(order.map((number, place) => [number, place]));
  return {
    start: tree.start.position,
    headers: tree.headers,
    nodes: order.map((number) => {
      const { parent, move, comment, drawings } = nodeOf(tree, number);
      return { parent: places.get(parent) ?? -1, move: move?.move ?? "", comment, drawings };
    }),
  };
}

/** @param {Tree} tree @param {number} number @returns {Node} */
export function nodeOf(tree, number) {
  return /** @type {Node} */ (tree.nodes.get(number));
}

/** All numbers, each before what follows it, the main line first. @param {Tree} tree @param {number} from @returns {number[]} */
export function walk(tree, from = ROOT) {
  const order = [];
  const waiting = [from];
  while (waiting.length > 0) {
    const number = /** @type {number} */ (waiting.pop());
    order.push(number);
    waiting.push(...[...nodeOf(tree, number).children].reverse());
  }
  return order;
}

/** The numbers from the first move to a node. @param {Tree} tree @param {number} number @returns {number[]} */
export function path(tree, number) {
  const found = [];
  for (let at = number; at !== ROOT; at = nodeOf(tree, at).parent) found.push(at);
  return found.reverse();
}

/** The path to a node, and on along the main line from there. @param {Tree} tree @param {number} number @returns {number[]} */
export function lineThrough(tree, number) {
  const line = path(tree, number);
  for (let [next] = nodeOf(tree, number).children; next !== undefined; [next] = nodeOf(tree, next).children) {
    line.push(next);
  }
  return line;
}

/** A line as a story. @param {Tree} tree @param {number[]} line @returns {Story} */
export function storyOf(tree, line) {
  const plies = line.map((number) => /** @type {Move} */ (nodeOf(tree, number).move));
  return { sides: tree.sides, start: tree.start, plies };
}

/** The text of the position at a node. @param {Tree} tree @param {number} number */
export function positionText(tree, number) {
  return nodeOf(tree, number).move?.position ?? tree.start.position;
}

/**
 * The tree with one more move behind a node, and its number; one that is there already is found.
 * @param {Tree} tree
 * @param {number} parent
 * @param {Move} move
 * @returns {[Tree, number]}
 */
export function add(tree, parent, move) {
  const before = nodeOf(tree, parent);
  const known = before.children.find((child) => nodeOf(tree, child).move?.move === move.move);
  if (known !== undefined) return [tree, known];
  const number = Math.max(...tree.nodes.keys()) + 1;
  const nodes = new Map(tree.nodes);
  nodes.set(number, { parent, children: [], move, comment: "", drawings: [] });
  nodes.set(parent, { ...before, children: [...before.children, number] });
  return [{ ...tree, nodes }, number];
}

/**
 * A move that was just played behind a node, as the server tells those of a tree.
 * @param {Tree} tree
 * @param {number} parent
 * @param {string} side who has made it
 * @param {import("../free/free_board.js").Played} played
 * @returns {Move}
 */
export function moveOf(tree, parent, side, { position, result, effects, last, words, facts, turn, move, text }) {
  const made = path(tree, parent).map((at) => /** @type {Move} */ (nodeOf(tree, at).move));
  const rounds = made.flatMap(({ round }) => (round === null ? [] : [round]));
  const order = tree.sides.map(({ name }) => name);
  const before = [...made].reverse().find((one) => !isEnd(one.move))?.side;
  // A round begins where the order of the sides does.
  const begins = before === undefined || order.indexOf(side) <= order.indexOf(before);
  const round = begins ? Math.max(0, ...rounds) + 1 : null;
  return { side, text, move, round, effects, last, words, facts, turn, position, result, over: result !== null };
}

/** Whether an entry is an end that the board does not show. @param {string} entry */
const isEnd = (entry) => entry.includes(":");

/** The tree in which a move, and those that lead to it, come before all others in their places. @param {Tree} tree @param {number} number @returns {Tree} */
export function promote(tree, number) {
  const nodes = new Map(tree.nodes);
  const first = path(tree, number)
    .reverse()
    .find((at) => !isFirst(tree, at));
  if (first === undefined) return tree;
  const { parent } = nodeOf(tree, first);
  const before = nodeOf(tree, parent);
  nodes.set(parent, { ...before, children: [first, ...before.children.filter((child) => child !== first)] });
  return { ...tree, nodes };
}

/** Whether a move is the main one in its place. @param {Tree} tree @param {number} number */
function isFirst(tree, number) {
  return nodeOf(tree, nodeOf(tree, number).parent)?.children[0] === number;
}

/** Whether a node lies on the main line. @param {Tree} tree @param {number} number */
export function isMain(tree, number) {
  return path(tree, number).every((at) => isFirst(tree, at));
}

/** The tree without a move and all that follows it. @param {Tree} tree @param {number} number @returns {Tree} */
export function remove(tree, number) {
  if (number === ROOT) return tree;
  const { parent } = nodeOf(tree, number);
  const nodes = new Map(tree.nodes);
  for (const gone of walk(tree, number)) nodes.delete(gone);
  const before = nodeOf(tree, parent);
  nodes.set(parent, { ...before, children: before.children.filter((child) => child !== number) });
  return { ...tree, nodes };
}

/** The tree with another comment or other drawings at a node. @param {Tree} tree @param {number} number @param {Partial<Pick<Node, "comment" | "drawings">>} said @returns {Tree} */
export function say(tree, number, said) {
  const nodes = new Map(tree.nodes);
  nodes.set(number, { ...nodeOf(tree, number), ...said });
  return { ...tree, nodes };
}

/** Drawings with one more; the same one drawn again is taken away. @param {string[][]} drawings @param {string[]} drawing */
export function toggled(drawings, drawing) {
  const rest = drawings.filter((one) => one.join() !== drawing.join());
  return rest.length < drawings.length ? rest : [...drawings, drawing];
}

/**
 * What an address holds: the game's options, the start where it is not the usual one, and the line to a node. Where
 * that is too long, the position alone.
 * @param {Tree} tree
 * @param {number} number
 */
export function addressOf(tree, number) {
  const moves = path(tree, number).map((at) => nodeOf(tree, at).move?.move ?? "");
  const long = moves.join(" ").length > MAX_MOVES || moves.some(isEnd);
  const query = new URLSearchParams(Object.entries(tree.options).map(([name, value]) => [name, String(value)]));
  if (long) query.set("position", positionText(tree, number));
  else if (!tree.start.usual) query.set("position", tree.start.position);
  if (!long && moves.length > 0) query.set("moves", moves.join(" "));
  return `/analysis/${tree.game}?${query}`;
}

/** Longer addresses are cut by what they are sent through. */
const MAX_MOVES = 3000;

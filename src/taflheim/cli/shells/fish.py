"""Completion for fish."""

from taflheim.cli.described import Argument, CommandText, Values


def script(program: CommandText) -> str:
    """The script: a line for each word that can be typed."""
    lines = [
        "# Completion of taflheim for fish. Made by `taflheim completion fish`; keep it as",
        "# ~/.config/fish/completions/taflheim.fish",
        "complete -c taflheim -f",
    ]
    for command in program.all():
        lines += _lines(command)
    return "\n".join(lines) + "\n"


def _lines(command: CommandText) -> list[str]:
    begin = f"complete -c taflheim -n {_quoted(_condition(command))}"
    lines = [f"{begin} -a {_quoted(sub.name)} -d {_quoted(sub.about)}" for sub in command.commands]
    lines += [
        f"{begin} {_flags(option)}{_value(option.values)} -d {_quoted(option.about)}" for option in command.options
    ]
    offers = [offer for place in command.places if (offer := _offer(place.values))]
    return lines + [f"{begin} {offer}" for offer in dict.fromkeys(offers)]


def _condition(command: CommandText) -> str:
    """When the words so far have led to this command, and no further."""
    if len(command.path) == 1:
        return "__fish_use_subcommand"
    seen = [f"__fish_seen_subcommand_from {name}" for name in command.path[1:]]
    if command.commands:
        below = " ".join(sub.name for sub in command.commands)
        seen.append(f"not __fish_seen_subcommand_from {below}")
    return "; and ".join(seen)


def _flags(option: Argument) -> str:
    return " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)


def _value(values: Values | None) -> str:
    if values is None:
        return ""
    # Required, and without files unless it is one.
    return f" {_offer(values)}" if values.files else f" -x {_offer(values)}".rstrip()


def _offer(values: Values | None) -> str:
    if values and values.words:
        return "-a " + _quoted(" ".join(word.replace(" ", "\\ ") for word in values.words))
    return "-r -F" if values and values.files else ""


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"

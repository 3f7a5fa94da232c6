"""Completion for zsh."""

from taflheim.cli.described import Argument, CommandText, Values

_BEGIN = """\
#compdef taflheim
# Completion of taflheim for zsh. Made by `taflheim completion zsh`; keep it as _taflheim in a folder of $fpath.
"""
_END = """\
# Found in $fpath it is called; read by `source` it has to be named.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _taflheim "$@"
else
    compdef _taflheim taflheim
fi
"""


def script(program: CommandText) -> str:
    """The script: a function for each command."""
    functions = "\n".join(_function(command) for command in program.all())
    return f"{_BEGIN}\n{functions}\n{_END}"


def _function(command: CommandText) -> str:
    arguments = [_option(option, flag) for option in command.options for flag in option.flags]
    if command.commands:
        return _with_commands(command, arguments)
    arguments += [_place(place) for place in command.places]
    lines = " \\\n        ".join(arguments)
    return f"{_name(command)}() {{\n    _arguments \\\n        {lines}\n}}\n"


def _with_commands(command: CommandText, options: list[str]) -> str:
    listed = "\n".join(f"        {_quoted(f'{sub.name}:{sub.about}')}" for sub in command.commands)
    calls = "\n".join(f"                {sub.name}) {_name(sub)} ;;" for sub in command.commands)
    lines = " \\\n        ".join([*options, "'1: :->command'", "'*:: :->rest'"])
    return f"""\
{_name(command)}() {{
    local line state
    local -a commands=(
{listed}
    )
    _arguments -C \\
        {lines}
    case $state in
        command) _describe command commands ;;
        rest)
            case $line[1] in
{calls}
            esac
            ;;
    esac
}}
"""


def _name(command: CommandText) -> str:
    return "_" + "_".join(command.path).replace("-", "_")


def _option(option: Argument, flag: str) -> str:
    value = "" if option.values is None else _value(option.values)
    # With this sign the value may stand behind it, or be the next word.
    equals = "=" if value and flag.startswith("--") else ""
    return _quoted(f"{flag}{equals}[{_escaped(option.about)}]{value}")


def _place(place: Argument) -> str:
    assert place.values
    many = {"*": "*", "?": ":"}.get(place.times, "")
    return _quoted(f"{many}{_value(place.values)}")


def _value(values: Values) -> str:
    name = _escaped(values.name)
    if values.words:
        words = " ".join(word.replace(" ", "\\ ").replace(":", "\\:") for word in values.words)
        return f":{name}:({words})"
    return f":{name}:{'_files' if values.files else ' '}"


def _escaped(text: str) -> str:
    for sign in ("\\", "[", "]", ":"):
        text = text.replace(sign, f"\\{sign}")
    return text


def _quoted(text: str) -> str:
    escaped = text.replace("'", "'\\''")
    return f"'{escaped}'"

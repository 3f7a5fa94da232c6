"""Completion for bash, without the package bash-completion."""

from shlex import quote

from taflheim.cli.described import Argument, CommandText, Values

_SCRIPT = """\
# Completion of taflheim for bash. Made by `taflheim completion bash`; read it with:
#   source <(taflheim completion bash)

_taflheim_words() {
    local IFS=$'\\n' word
    for word in $1; do
        [[ $word == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
    done
}

_taflheim_files() {
    compopt -o default 2>/dev/null
}

_taflheim() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} path=taflheim word i count=0
    COMPREPLY=()
    # Bash takes --level=3 for three words.
    if [[ $current == "=" ]]; then
        current=
    elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case "$path $word" in
@COMMANDS@) path="$path $word" count=0 ;;
            *" -"*)
                case "$path $word" in
@TAKING@)
                        [[ ${COMP_WORDS[i + 1]} == "=" ]] && ((i++))
                        ((i++))
                        ;;
                esac
                ;;
            *) ((count++)) ;;
        esac
    done
    case "$path $before" in
@VALUES@
    esac
    if [[ $current == -* ]]; then
        case "$path" in
@OPTIONS@
        esac
        return
    fi
    case "$path $count" in
@PLACES@
    esac
}

complete -F _taflheim taflheim
"""


def script(program: CommandText) -> str:
    """The script."""
    commands = list(program.all())
    known = [_key(command) for command in commands[1:]]
    taking = [(command, option) for command in commands for option in command.options if option.values]
    takes = [quote(f"{_key(command)} {flag}") for command, option in taking for flag in option.flags]
    values = [f"        {_keys(command, option)}) {_offer(option.values)}return ;;" for command, option in taking]
    options = [
        f"            {quote(_key(command))}) {_words([flag for one in command.options for flag in one.flags])} ;;"
        for command in commands
    ]
    parts = {
        "COMMANDS": "            " + "|".join(map(quote, known)),
        "TAKING": "                    " + "|".join(takes),
        "VALUES": "\n".join(values),
        "OPTIONS": "\n".join(options),
        "PLACES": "\n".join(line for command in commands for line in _places(command)),
    }
    made = _SCRIPT
    for name, text in parts.items():
        made = made.replace(f"@{name}@", text)
    return made


def _key(command: CommandText) -> str:
    return " ".join(command.path)


def _keys(command: CommandText, option: Argument) -> str:
    return "|".join(quote(f"{_key(command)} {flag}") for flag in option.flags)


def _words(words: list[str]) -> str:
    joined = "\\n".join(word.replace("\\", "\\\\").replace("'", "\\'") for word in words)
    return f"_taflheim_words $'{joined}'"


def _offer(values: Values | None) -> str:
    if values and values.words:
        return f"{_words(list(values.words))}; "
    return "_taflheim_files; " if values and values.files else ""


def _places(command: CommandText) -> list[str]:
    """What stands at which place behind a command."""
    if command.commands:
        names = [sub.name for sub in command.commands]
        return [f"        {quote(f'{_key(command)} 0')}) {_words(names)} ;;"]
    lines = []
    for number, place in enumerate(command.places):
        if offer := _offer(place.values).removesuffix("; "):
            behind = "*" if place.times == "*" else ""
            lines.append(f"        {quote(_key(command))}' '{behind or number}) {offer} ;;")
    return lines

"""Descriptions of programs: what a TOML file may say, which commands follow from it, and what the errors say."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines.external.description import KEYS, Description, parse_descriptions
from sudoku_compare.engines.external.program_option import KEYS as OPTION_KEYS
from sudoku_compare.engines.external.program_option import RESERVED, ProgramOption
from sudoku_compare.engines.external.programs import PROTOCOLS

FOLDER = Path("/home/me/solvers")
WHOLE = """\
[my-solver.options]
seed = { default = 0, arguments = ["--seed={value}"], help = "random seed" }
solver = { default = "gecode", arguments = ["--solver", "{value}"], choices = ["gecode", "chuffed"] }
fast = { default = false, arguments = ["--fast", "--faster"] }
extra = { default = "", arguments = ["{value}"] }
[my-solver]
about = "Mine."
protocol = "sat"
command = ["./mysolver", "{input}", "-o{output}", "{limit}{limit}", "{braces}", "{}", "{"]
version = ["./mysolver", "--version"]
proof = ["./bin/prover", "{input}", "{proof}"]
proof_format = "frat"
sizes = [9, 16]
method = "my encoding"
"""


def parse(text: str) -> dict[str, Description]:
    return parse_descriptions(text, "engines.toml", FOLDER)


def parse_one(*lines: str) -> Description:
    return parse("\n".join(["[one]", *lines]))["one"]


def test_every_key_of_a_description_is_read() -> None:
    assert parse(WHOLE)["my-solver"] == Description(
        name="my-solver",
        protocol="sat",
        command=("./mysolver", "{input}", "-o{output}", "{limit}{limit}", "{braces}", "{}", "{"),
        source="engines.toml",
        folder=FOLDER,
        about="Mine.",
        version=("./mysolver", "--version"),
        proof=("./bin/prover", "{input}", "{proof}"),
        proof_format="frat",
        sizes=(9, 16),
        method="my encoding",
        options=(
            ProgramOption("seed", 0, ("--seed={value}",), (), "random seed"),
            ProgramOption("solver", "gecode", ("--solver", "{value}"), ("gecode", "chuffed")),
            ProgramOption("fast", False, ("--fast", "--faster")),
            ProgramOption("extra", "", ("{value}",)),
        ),
    )


@pytest.mark.parametrize(
    ("protocol", "method"), [("sat", "cnf"), ("lines", "one"), ("minizinc", "minizinc model"), ("asp", "asp program")]
)
def test_two_lines_are_enough(protocol: str, method: str) -> None:
    one = parse_one(f'protocol = "{protocol}"', 'command = ["one"]')
    assert (one.method, one.about, one.empty, one.options, one.sizes) == (method, "", ".", (), ())
    assert (one.make_command({}), one.make_proof_command({}), one.make_version_command()) == (["one"], [], [])


def test_options_follow_the_name_of_the_program_and_placeholders_are_filled_in() -> None:
    one = parse(WHOLE)["my-solver"]
    rest = ["in.cnf", "-oout", "22", "{braces}", "{}", "{"]
    places = {"input": "in.cnf", "output": "out", "limit": "2"}
    program = str(FOLDER / "mysolver")
    assert one.make_command({}, **places) == [program, "--seed=0", "--solver", "gecode", *rest]
    values = {"seed": 7, "solver": "chuffed", "fast": True, "extra": "{input}"}
    settings = ["--seed=7", "--solver", "chuffed", "--fast", "--faster", "{input}"]
    assert one.make_command(values, **places) == [program, *settings, *rest]
    proof = one.make_proof_command({"seed": 1}, input="in.cnf", proof="{input}")
    assert proof == [str(FOLDER / "bin" / "prover"), "--seed=1", "--solver", "gecode", "in.cnf", "{input}"]
    assert one.make_version_command() == [program, "--version"]


def test_the_folder_of_the_file_has_a_placeholder() -> None:
    one = parse_one('protocol = "lines"', 'command = ["python3", "{folder}/solver.py"]')
    assert one.make_command({}) == ["python3", "/home/me/solvers/solver.py"]


def test_a_path_is_relative_to_the_file_and_a_bare_name_is_found_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "solver").touch(mode=0o755)
        (tmp_path / folder / "text").touch(mode=0o644)
    monkeypatch.setenv("PATH", str(tmp_path / "there"))

    def find(program: str) -> str | None:
        text = f'[one]\nprotocol = "lines"\ncommand = ["{program}"]'
        return parse_descriptions(text, "engines.toml", tmp_path / "here")["one"].find_program()

    assert find("./solver") == str(tmp_path / "here" / "solver")
    assert find(str(tmp_path / "there" / "solver")) == str(tmp_path / "there" / "solver")
    assert find("solver") == str(tmp_path / "there" / "solver")
    assert [find("./missing"), find("missing"), find("./text"), find("text")] == [None] * 4


SAT = 'protocol = "sat"\ncommand = ["one"]\n'
LINES = 'protocol = "lines"\ncommand = ["one"]\n'
OPTION = SAT + "[one.options]\n"
COMMAND = 'command: expected an array of text such as ["./mysolver", "{input}"]'
VALUES = "true, false, a whole number from 0 to 999999999, or text without ',', ':' and control characters"
ERRORS = [
    ('protocol = "satt"', "protocol: unknown protocol 'satt'; did you mean sat?"),
    ('protocol = "no"', "protocol: unknown protocol 'no'; expected one of sat, lines, minizinc, asp"),
    ("protocol = 3", "protocol: expected text of one line, found 3"),
    ('command = ["one"]', "protocol: expected one of sat, lines, minizinc, asp, but it is missing"),
    ('protocol = "sat"', f"{COMMAND}, but it is missing"),
    ('protocol = "sat"\ncommand = []', f"{COMMAND}, found an empty array"),
    ('protocol = "sat"\ncommand = [""]', f"{COMMAND}, found an array"),
    ('protocol = "sat"\ncommand = ["one", 2]', f"{COMMAND}, found an array"),
    ('protocol = "sat"\ncommand = "one"', f"{COMMAND}, found 'one'"),
    ('protocol = "sat"\ncommand = ["a\\u0000b"]', "command: expected text without control characters, found 'a?b'"),
    ('protocol = "sat"\ncommand = ["one", "{proof}"]', "command: the protocol sat has no {proof} here"),
    ('protocol = "asp"\ncommand = ["one", "{output}"]', "command: the protocol asp has no {output} here"),
    ('protocol = "lines"\ncommand = ["one", "{input}"]', "command: the protocol lines has no {input} here"),
    (
        'protocol = "lines"\ncommand = ["one", "{limt}"]',
        "command: unknown placeholder {limt}; did you mean {limit}?",
    ),
    (SAT + 'comand = ["one"]', "comand: unknown key; did you mean command?"),
    (SAT + '"\\u0007" = 1', f"'?': unknown key; expected one of {', '.join(KEYS)}"),
    (SAT + "[one.deeper]", f"deeper: unknown key; expected one of {', '.join(KEYS)}"),
    (SAT + 'about = "two\\nlines"', "about: expected text of one line, found 'two?lines'"),
    (SAT + "sizes = [9, 3]", "sizes: expected an array of whole numbers from 4 to 100, found 3 in it"),
    (SAT + "sizes = [true]", "sizes: expected an array of whole numbers from 4 to 100, found true in it"),
    (SAT + "sizes = 9", "sizes: expected an array of whole numbers from 4 to 100, found 9"),
    (SAT + "sizes = []", "sizes: expected an array of whole numbers from 4 to 100, found an empty array"),
    (SAT + 'proof_format = "lrat"', "proof_format: unknown proof format 'lrat'; did you mean frat or drat?"),
    (SAT + 'proof = ["one"]', 'proof: expected an array of text such as ["./mysolver", "{input}", "{proof}"], but '),
    (LINES + 'proof = ["one", "{proof}"]', "proof: only for the protocol sat, but the protocol is lines"),
    (SAT + 'empty = "0"', "empty: only for the protocol lines, but the protocol is sat"),
    (
        LINES + 'empty = "1"',
        "empty: expected one character that is not a letter or a digit above 0, such as '.' or '0'",
    ),
    (
        LINES + 'empty = ".."',
        "empty: expected one character that is not a letter or a digit above 0, such as '.' or '0'",
    ),
    (
        LINES + 'empty = "·"',
        "empty: expected one character that is not a letter or a digit above 0, such as '.' or '0'",
    ),
    (SAT + 'method = ""', "method: expected text that is not empty, found ''"),
    (SAT + "options = 3", "options: expected a table of options, found 3"),
]
OPTION_ERRORS = [
    ("class = {}", "[one.options] class: this name is reserved; choose another one"),
    ("search = {}", "[one.options] search: this name is reserved; choose another one"),
    ('"a-b" = {}', "[one.options] a-b: expected a name of letters, digits and '_' that starts with a letter"),
    ("__init__ = {}", "[one.options] __init__: expected a name of letters, digits and '_' that starts with a letter"),
    ("a = 1", '[one.options] a: expected a table such as { default = 0, arguments = ["--seed={value}"] }, found 1'),
    ("a = { arguments = [] }", f"[one.options.a] default: expected {VALUES}, but it is missing"),
    ("a = { default = -1 }", f"[one.options.a] default: expected {VALUES}, found -1"),
    ("a = { default = 1000000000 }", f"[one.options.a] default: expected {VALUES}, found a large number"),
    ("a = { default = 1.5 }", f"[one.options.a] default: expected {VALUES}, found a number with a point"),
    ("a = { default = 1979-05-27 }", f"[one.options.a] default: expected {VALUES}, found a date or time"),
    ('a = { default = "x,y" }', f"[one.options.a] default: expected {VALUES}, found 'x,y'"),
    ('a = { default = "x\\ty" }', f"[one.options.a] default: expected {VALUES}, found 'x?y'"),
    ("a = { default = 1, hlep = 2 }", "[one.options.a] hlep: unknown key; did you mean help?"),
    ("a = { default = 1 }", '[one.options.a] arguments: expected an array of text with {value}, such as ["--seed='),
    ('a = { default = 1, arguments = ["-a"] }', "[one.options.a] arguments: expected an array of text with {value}"),
    ("a = { default = true }", '[one.options.a] arguments: expected an array of text without {value}, such as ["--f'),
    ('a = { default = true, arguments = ["{value}"] }', "[one.options.a] arguments: expected an array of text witho"),
    (
        'a = { default = "x", arguments = ["{value}"], choices = ["y", "z"] }',
        "[one.options.a] default: expected one of the choices ('y', 'z'), found 'x'",
    ),
    (
        'a = { default = "x", arguments = ["{value}"], choices = ["x", "y:z"] }',
        "[one.options.a] choices: expected text without ',' and ':', found 'y:z'",
    ),
]


@pytest.mark.parametrize(("lines", "message"), ERRORS)
def test_an_error_says_file_table_and_key(lines: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_one(lines)
    assert str(caught.value).startswith(f"engines.toml: [one] {message}")


@pytest.mark.parametrize(("lines", "message"), OPTION_ERRORS)
def test_an_error_in_an_option_says_file_table_and_key(lines: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_one(OPTION + lines)
    assert str(caught.value).startswith(f"engines.toml: {message}")


FILE_ERRORS = [
    ("one = 1", "one: expected a table such as [one], found 1"),
    ("[[one]]", "one: expected a table such as [one], found an array"),
    ("[1one]", "[1one]: expected a name of at most 40 letters, digits, '-', '_' and '.' that starts with a letter"),
    ('["a b"]', "['a b']: expected a name of at most 40 letters, digits, '-', '_' and '.' that starts with a letter"),
    (f"[{'a' * 41}]", f"['{'a' * 40}...']: expected a name of at most 40 letters"),
    ("[one]\n\nprotocol", "line 3: invalid TOML: Expected '=' after a key in a key/value pair"),
    ("[one]\nprotocol =", "line 2: invalid TOML: Invalid value"),
    ("[one]\n[one]", "line 2: invalid TOML: Cannot declare ('one',) twice"),
    ("one = " + "[" * 20_000, "invalid TOML: too many arrays or tables inside each other"),
    ("one = " + "9" * 5_000, "invalid TOML: a number has too many digits"),
    ("#" * 10_000_000, "expected at most 100,000 characters, found 10,000,000"),
]


@pytest.mark.parametrize(("text", "message"), FILE_ERRORS, ids=[message[:40] for _, message in FILE_ERRORS])
def test_an_error_of_the_whole_file_is_one_line(text: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"engines.toml: {message}")
    assert str(caught.value).isprintable()


def test_names_may_have_dots_in_quotes_and_a_file_may_start_with_a_byte_order_mark() -> None:
    assert list(parse('\ufeff["my.solver-2_b"]\r\n' + SAT)) == ["my.solver-2_b"]


def test_no_option_can_hide_an_attribute_of_an_engine() -> None:
    taken = {name for engine in PROTOCOLS.values() for name in dir(engine) if not name.startswith("_")}
    assert taken <= set(RESERVED)


def write_value(value: object) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{write_value(key)} = {write_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(write_value, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def parse_or_complain(text: str) -> dict[str, Description] | str:
    """Return the descriptions, or the error as text."""
    try:
        return parse(text)
    except OptionError as error:
        return str(error)


USUAL = st.sampled_from(["sat", "lines", "minizinc", "asp", "./solver", "{input}", "{proof}", "{value}", ".", "drat"])
SCALARS = USUAL | st.text() | st.booleans() | st.integers() | st.floats() | st.integers(4, 16)
VALUE = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "seed", *OPTION_KEYS]) | st.text(), inner, max_size=4)
    ),
    max_leaves=8,
)
TEXTS = st.lists(USUAL, min_size=1, max_size=3)
LIKELY = {"protocol": USUAL, "command": TEXTS, "proof": TEXTS, "sizes": st.lists(st.integers(4, 25), min_size=1)}
TABLE = st.fixed_dictionaries({}, optional={key: LIKELY.get(key, VALUE) | VALUE for key in (*KEYS, "commnad")})


@given(st.dictionaries(st.sampled_from(["one", "two"]) | st.text(), TABLE | VALUE, max_size=3))
@example({"one": {"protocol": "lines", "command": ["a"], "options": {"a": {"default": [], "arguments": {}}}}})
def test_any_toml_gives_descriptions_or_an_error_of_one_line(tables: dict[str, object]) -> None:
    text = "\n".join(f"{write_value(key)} = {write_value(value)}" for key, value in tables.items())
    descriptions = parse_or_complain(text)
    if isinstance(descriptions, str):
        assert descriptions.startswith("engines.toml: ")
        assert descriptions.isprintable()
        return
    assert set(descriptions) == set(tables)
    for one in descriptions.values():
        commands = [one.make_command({}), one.make_proof_command({}), one.make_version_command()]
        assert all(isinstance(word, str) and "\0" not in word for command in commands for word in command)
        hash(one)


@given(st.text() | st.text(alphabet="[]{}=\"'.,# \n\\ab1-"))
def test_any_text_gives_descriptions_or_an_error_of_one_line(text: str) -> None:
    result = parse_or_complain(text)
    assert isinstance(result, dict) or result.isprintable()


@given(st.lists(st.sampled_from(["{input}", "{output}", "{limit}", "{", "}", "x", "input"])).map("".join))
def test_what_is_filled_in_is_not_filled_in_again(word: str) -> None:
    filled = Description("one", "sat", ("one", word)).make_command({}, input="{output}", output="{input}")[1]
    swapped = word.replace("{input}", "\0").replace("{output}", "{input}").replace("\0", "{output}")
    assert filled == swapped

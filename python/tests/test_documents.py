"""The tutorial does what it says, help() says something about everything, the stubs are complete."""

import ast
import contextlib
import inspect
import io
import json
import os
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import solvent

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "python.md"


def blocks(text):
    """(language, line number, code) of every fenced block."""
    found = []
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        found.append((match[1], text.count("\n", 0, match.start()) + 2, match[2]))
    return found


def agree(shown, printed):
    """Word by word; ... in what is shown stands for anything."""
    pattern = re.escape(" ".join(shown.split())).replace(re.escape("..."), ".*")
    return re.fullmatch(pattern, " ".join(printed.split())) is not None


def run(code, line, namespace):
    """Runs a block statement by statement. What a statement prints, or is worth, is compared with
    the comment `# →` that ends it. Returns the rest."""
    lines, output = code.splitlines(), ""
    tree = ast.parse("\n" * (line - 1) + code)
    for statement in tree.body:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            if isinstance(statement, ast.Expr):
                expression = compile(ast.Expression(statement.value), str(TUTORIAL), "eval")
                value = eval(expression, namespace)
                if value is not None:
                    print(repr(value))
            else:
                exec(compile(ast.Module([statement], []), str(TUTORIAL), "exec"), namespace)
        last = lines[statement.end_lineno - line]
        if "# →" in last:
            shown = last.split("# →", 1)[1]
            assert agree(shown, out.getvalue()), f"line {statement.end_lineno}: {out.getvalue()}"
        else:
            output += out.getvalue()
    return output


def test_the_tutorial(tmp_path):
    os.chdir(tmp_path)
    namespace, output, compared = {"__name__": "__tutorial__"}, "", 0
    for language, line, code in blocks(TUTORIAL.read_text()):
        if language == "python":
            output = run(code, line, namespace)
            compared += code.count("# →")
        elif language == "text":
            assert agree(code, output), f"line {line}: the block above prints\n{output}"
            compared += 1
    assert compared > 20


def run_cell(source, namespace):
    """The value of a cell's last line, if it is an expression."""
    statements = ast.parse(source).body
    last = statements[-1] if isinstance(statements[-1], ast.Expr) else None
    rest = statements[:-1] if last else statements
    exec(compile(ast.Module(rest, []), "cell", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace) if last else None


def compare_cells(notebook):
    """Runs a notebook's cells, and returns how many outputs were as they stand there."""
    namespace, compared = {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        value = run_cell("".join(cell["source"]), namespace)
        assert bool(cell["outputs"]) == (value is not None), cell["source"]
        for output in cell["outputs"]:
            data = output["data"]
            assert agree("".join(data["text/plain"]), repr(value)), repr(value)
            assert ("image/svg+xml" in data) == hasattr(value, "_repr_svg_")
            assert ("text/html" in data) == hasattr(value, "_repr_html_")
            for name, root in (("image/svg+xml", "svg"), ("text/html", "div")):
                if name in data:
                    shown = getattr(value, "_repr_svg_" if root == "svg" else "_repr_html_")()
                    assert ElementTree.fromstring(shown).tag.endswith(root)
                    if root == "svg":
                        assert shown == "".join(data[name])
            compared += 1
    return compared


def test_the_notebook():
    notebook = json.loads((ROOT / "docs/notebook.ipynb").read_text())
    assert notebook["nbformat"] == 4
    assert compare_cells(notebook) >= 7
    last = next(c for c in reversed(notebook["cells"]) if c["cell_type"] == "code")
    last["outputs"][0]["data"]["text/plain"] = ["something else"]
    with pytest.raises(AssertionError):
        compare_cells(notebook)


def test_the_checker_of_the_tutorial_can_fail():
    with pytest.raises(AssertionError):
        run("1 + 1  # → 3\n", 1, {})
    assert run("print(5)\n", 1, {}) == "5\n"
    assert not agree("a ... c", "a b d") and agree("a ... c", "a b c")


def test_everything_public_is_documented():
    for name in solvent.__all__:
        thing = getattr(solvent, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__.startswith("solvent"):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{member}"
    assert "solve_many" in solvent.__doc__


def test_the_stubs_name_what_there_is():
    tree = ast.parse((ROOT / "python/solvent/__init__.pyi").read_text())
    options = ast.parse(Path(solvent.__file__).with_name("_options.pyi").read_text())
    stubs = {
        n.name: n
        for n in [*tree.body, *options.body]
        if isinstance(n, (ast.ClassDef, ast.FunctionDef))
    }
    public = set(solvent.__all__) - {"PythonGame"}
    assert {n for n in stubs if not n.startswith("_")} == public
    for name in ("Game", "Position", "Answer", "Solver", "Options"):
        written = {
            n.name if isinstance(n, ast.FunctionDef) else n.target.id
            for n in stubs[name].body
            if not isinstance(n, ast.Expr)
        }
        there = vars(getattr(solvent, name))
        if name == "Options":
            there = there["__annotations__"]
        assert {n for n in written if not n.startswith("_")} == {
            n for n in there if not n.startswith("_")
        }
    for name, stub in stubs.items():
        if isinstance(stub, ast.FunctionDef):  # the first line of its text is its signature
            signature = getattr(solvent, name).__doc__.splitlines()[0]
            names = [a.arg for a in stub.args.args + stub.args.kwonlyargs]
            assert signature.startswith(f"{name}("), signature
            for argument in names:
                assert re.search(rf"\b{argument}\b", signature), (signature, argument)

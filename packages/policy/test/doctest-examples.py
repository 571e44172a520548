"""Prints, as a JSON list, the examples in the docstrings of this interpreter's standard library."""

import ast
import doctest
import json
import pathlib
import sysconfig

parser = doctest.DocTestParser()
examples = {}
for file in sorted(pathlib.Path(sysconfig.get_path("stdlib")).rglob("*.py")):
    if "site-packages" in file.parts or "test" in file.parts:
        continue
    source = file.read_bytes()
    if b">>> " not in source:
        continue
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        continue
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        try:
            found = parser.get_examples(ast.get_docstring(node) or "")
        except ValueError:
            continue
        for example in found:
            examples[example.source] = None
print(json.dumps(list(examples)))

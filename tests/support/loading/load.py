"""Runs each code of a json list from stdin in a scope of its own, and writes what it loaded as `data` to stdout."""

import contextlib
import io
import json
import math
import sys


def cell_of(value):
    """A cell as its type and text; None if it is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str):
        return ["text", value]
    if type(value).__name__ in ("bool", "bool_"):
        return ["boolean", str(value).lower()]
    return ["number", repr(value.item() if hasattr(value, "item") else value)]


def run(code):
    scope = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, scope)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    data = scope["data"]
    if not hasattr(data, "columns"):
        return {"data": data}
    columns = [data.iloc[:, at].tolist() for at in range(data.shape[1])]
    return {"names": [str(name) for name in data.columns], "columns": [[cell_of(value) for value in column] for column in columns]}


sys.stdout.write(json.dumps([run(code) for code in json.load(sys.stdin)]))

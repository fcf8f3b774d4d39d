# SPDX-License-Identifier: MIT
"""A C file that compiles only if what was read from the headers agrees with the compiler: sizes, offsets, values
of enumerations, and the type of every function. It is compiled for this machine and for wasm32. And the list of
sizes, offsets and values, tests/api/layout.txt."""

from __future__ import annotations

from typing import Any

Node = dict[str, Any]


def declare(function: Node, name: str) -> str:
    parameters = ", ".join(p["type"]["c"] for p in function["parameters"]) or "void"
    return f"{function['returns']['c']} (*{name})({parameters})"


def list_layout(api: Node) -> str:
    """One line for each structure, member and value: a difference shows what compiled programs would notice."""
    lines = ["# Structures with their sizes, members with their offsets (64-bit machines, wasm32), and values of",
             "# enumerations. Written by tools/generate/update_api; docs/reference/abi.md says what may change."]
    for struct in api["structs"]:
        lines.append(f'{struct["name"]} {struct["size"]} {struct["size_wasm32"]}')
        lines += [f'  {f["name"]} {f["offset"]} {f["offset_wasm32"]}  {f["type"]["c"]}' for f in struct["fields"]]
    for enum in api["enums"]:
        lines.append(enum["name"])
        lines += [f'  {value["name"]} {value["value"]}' for value in enum["values"]]
    return "\n".join(lines) + "\n"


def write(api: Node) -> str:
    lines = ["/* Written by tools/generate/update_api. */"]
    lines += [f'#include <vrm/{header["name"]}>' for header in api["headers"]]
    lines.append("#include <stddef.h>")
    lines.append("#if UINTPTR_MAX > 0xffffffffu")
    for suffix in ("", "_wasm32"):
        for struct in api["structs"]:
            name = struct["name"]
            lines.append(f'_Static_assert(sizeof({name}) == {struct["size" + suffix]}, "{name}");')
            lines.append(f'_Static_assert(_Alignof({name}) == {struct["align" + suffix]}, "{name}");')
            for field in struct["fields"]:
                lines.append(f'_Static_assert(offsetof({name}, {field["name"]}) == '
                             f'{field["offset" + suffix]}, "{name}.{field["name"]}");')
        lines.append("#else" if not suffix else "#endif")
    for enum in api["enums"]:
        lines.append(f'_Static_assert(sizeof({enum["name"]}) == 4, "{enum["name"]}");')
        for value in enum["values"]:
            lines.append(f'_Static_assert({value["name"]} == {value["value"]}, "{value["name"]}");')
    for constant in api["constants"]:
        if isinstance(constant["value"], int):
            lines.append(f'_Static_assert({constant["name"]} == {constant["value"]}u, "{constant["name"]}");')
    for struct in api["structs"]:
        for field in struct["fields"]:
            if "function" in field:
                lines.append(f"{declare(field['function'], struct['name'] + '_' + field['name'])};")
                lines.append(f"void set_{struct['name']}_{field['name']}({struct['name']}* s) "
                             f"{{ s->{field['name']} = {struct['name']}_{field['name']}; }}")
    for callback in api["callbacks"]:
        lines.append(f"{declare(callback, 'type_' + callback['name'])};")
        lines.append(f"void set_{callback['name']}({callback['name']}* f) {{ type_{callback['name']} = f; }}")
    for function in api["functions"]:
        lines.append(f"{declare(function, 'call_' + function['name'])} = {function['name']};")
    return "\n".join(lines) + "\n"

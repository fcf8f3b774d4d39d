# SPDX-License-Identifier: MIT
"""Writes bindings/python/libvrm/_abi.py (ctypes) and _types.py (what users see) from api.json."""

from __future__ import annotations

import keyword
import copy
from typing import Any

from naming import enum_values, field_enum, is_flags, plain, wrapped

Node = dict[str, Any]

HEAD = "# SPDX-License-Identifier: MIT\n# Written by tools/generate/write_bindings from include/vrm/*.h; do not edit.\n"

C_TYPES = {
    "bool": "c_bool", "char": "c_char", "int8_t": "c_int8", "uint8_t": "c_uint8", "int16_t": "c_int16",
    "uint16_t": "c_uint16", "int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64",
    "uint64_t": "c_uint64", "size_t": "c_size_t", "float": "c_float", "double": "c_double",
}
# Parameters that _checked.py keeps in their range.
CHECKED = {"int32_t": "Int32", "int64_t": "Int64", "uint8_t": "UInt8", "uint16_t": "UInt16", "uint32_t": "UInt32",
           "uint64_t": "UInt64", "size_t": "Size"}
INTEGERS = {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t"}

# Named tuples: arithmetic on them is the host's.
TUPLES = {"vrm_Vec2", "vrm_Vec3", "vrm_Vec4", "vrm_Quat"}
# Structs that users never hold: definitions become keyword arguments, the rest has a class of its own. Buffers of
# triangles and tangents are for renderers, places in OpenCL buffers for those who share them: both call the C
# interface (`libvrm._abi`), as do those who make pictures smaller.
HIDDEN = {"vrm_GpuBuffer", "vrm_Triangles", "vrm_TangentInput", "vrm_Tangents",
          "vrm_Allocator", "vrm_Tasks", "vrm_JsonIter", "vrm_Span", "vrm_Picture", "vrm_AvatarId", "vrm_Player",
          "vrm_Gltf", "vrm_Affine", "vrm_Mat4", "vrm_Limits", "vrm_ImageLimits", "vrm_CaptureName", "vrm_CategoryMember", "vrm_EmotionPart",
          "vrm_OptimizePicturesStats", "vrm_OptimizedPicture", "vrm_PictureCost", "vrm_OptimizeAtlasStats",
          "vrm_Landmark", "vrm_PointsFrame", "vrm_LiveExpression", "vrm_LiveObservation", "vrm_PointsLine",
          "vrm_BoneChoice", "vrm_BoneTurn"}
# One number array each.
MATRICES = {"vrm_Affine": 12, "vrm_Mat4": 16}


def docstring(text: str, indent: str) -> list[str]:
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    if not text:
        return []
    lines = wrapped(text, 100 - len(indent), indent + '"""', indent)
    if len(lines) == 1 and len(lines[0]) < 98:
        return [lines[0] + '"""']
    return lines + [indent + '"""']


def comment(text: str, indent: str) -> list[str]:
    return wrapped(text, 98 - len(indent), indent + "# ", indent + "# ") if text else []


class Writer:
    def __init__(self, api: Node) -> None:
        self.api = api
        self.enums = {enum["name"]: enum for enum in api["enums"]}
        self.structs = {struct["name"]: struct for struct in api["structs"]}
        self.opaques = {opaque["name"] for opaque in api["opaques"]}
        self.callbacks = {callback["name"] for callback in api["callbacks"]}
        self.inputs = self.input_structs()
        self.aliases = {alias["name"]: alias["type"]["name"] for alias in api["aliases"]}

    def input_structs(self) -> set[str]:
        """Structs that functions take: only these are ever written for C."""
        found: set[str] = set()
        ahead = [p["type"]["name"] for f in self.api["functions"] for p in f["parameters"]
                 if p["direction"] == "in" and (p["type"]["const"] or not p["type"]["pointer"])]
        while ahead:
            name = ahead.pop()
            if name in self.structs and name not in found:
                found.add(name)
                ahead += [f["type"]["name"] for f in self.structs[name]["fields"]]
        return found

    # ---- ctypes ----

    def c_type(self, kind: Node) -> str:
        name, pointer = self.aliases.get(kind["name"], kind["name"]), kind["pointer"]
        if pointer == 1 and name == "char":
            return "c_char_p" if kind["const"] else "c_void_p"
        if pointer and (name in ("void", "function") or name in self.opaques or name in self.callbacks):
            base, pointer = "c_void_p", pointer - 1
        elif pointer == 2 and name == "char":
            base, pointer = "c_char_p", 1
        elif name in self.enums:
            base = "c_int32"
        elif name in self.structs:
            base = plain(name)
        elif name == "void":
            return "None"
        else:
            base = C_TYPES[name]
        for _ in range(pointer):
            base = f"POINTER({base})"
        if "array" in kind:
            base += f" * {kind['count']}"
        return base

    def parameter(self, kind: Node) -> str:
        """The type of a parameter: integers and pointers to objects are checked."""
        name = self.aliases.get(kind["name"], kind["name"])
        if kind["pointer"] == 1 and name in self.opaques:
            return f"Opaque({plain(name)!r})"
        if kind["pointer"] == 0 and "array" not in kind and (name in self.enums or name in INTEGERS):
            return CHECKED["int32_t" if name in self.enums else name]
        return self.c_type(kind)

    def is_filled(self, struct: Node) -> bool:
        """Whether users give it numbers: a definition, limits, or a part of a file."""
        if struct["name"] == "vrm_AvatarId" or not (struct["name"] in self.inputs or "initialized_by" in struct):
            return False
        kinds = INTEGERS if struct["name"] in TUPLES else INTEGERS | {"float", "double"}
        return any(field["type"]["pointer"] == 0 and "array" not in field["type"] and
                   (field["type"]["name"] in kinds or field["type"]["name"] in self.enums) for field in struct["fields"])

    def struct_order(self) -> list[Node]:
        done: dict[str, Node] = {}

        def visit(struct: Node) -> None:
            if struct["name"] in done:
                return
            for field in struct["fields"]:
                name = field["type"]["name"]
                if name in self.structs:
                    visit(self.structs[name])
            done[struct["name"]] = struct

        for struct in self.api["structs"]:
            visit(struct)
        return list(done.values())

    def version(self) -> str:
        """As PEP 440 writes it: 0.2.0-dev is 0.2.0.dev0."""
        text: str = self.api["version"]
        return text.replace("-dev", ".dev0")

    def abi(self) -> str:
        lines = [HEAD.rstrip(), '"""The C interface of libvrm for ctypes: structs and prototypes, nothing of Python\'s own."""',
                 "", "from __future__ import annotations", "",
                 "from ctypes import (POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int32, c_int64,",
                 "                    c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p)",
                 "from typing import Any", "",
                 "from . import _checked", "from ._checked import Int32, Int64, Opaque, Size, UInt8, UInt16, UInt32, UInt64", "",
                 f"VERSION = {self.version()!r}"]
        for constant in self.api["constants"]:
            lines.append(f"{constant['name'][4:]} = {constant['value']!r}")
        for struct in self.struct_order():
            lines += ["", "", 
                      f"class {plain(struct['name'])}({'_checked.Structure' if self.is_filled(struct) else 'Structure'}):"]
            lines.append("    _fields_ = [")
            for field in struct["fields"]:
                kind = self.c_type(field["type"])
                if kind == "c_char_p" and "length" in field:  # bytes with a length are no string
                    kind = "c_void_p"
                lines.append(f"        ({field['name']!r}, {kind}),")
            lines.append("    ]")
            lines += [f"    {field['name']}: Any" for field in struct["fields"]]
        lines += ["", "", "# Name: (library, result, parameters)",
                  "PROTOTYPES: dict[str, tuple[str, Any, tuple[Any, ...]]] = {"]
        for function in self.api["functions"]:
            if function["inline"]:
                continue
            parameters = "".join(self.parameter(p["type"]) + ", " for p in function["parameters"])
            entry = f"    {function['name']!r}: ({function['library']!r}, {self.c_type(function['returns'])},"
            lines += [entry, f"        ({parameters.rstrip() if parameters else ''})),"]
        lines += ["}", "", "# What the header says of a function.", "DOCS: dict[str, str] = {"]
        for function in self.api["functions"]:
            if not function["inline"]:
                lines.append(f"    {function['name']!r}:\n        {function['doc']!r},")
        lines += ["}", ""]
        return "\n".join(lines)

    # ---- What users see ----

    def fields(self, struct: Node) -> list[Node]:
        """Members of the Python class: without the counts of its arrays and what belongs to C."""
        lengths = {field.get("length") for field in struct["fields"]}
        result = []
        for field in struct["fields"]:
            name, pointer = field["type"]["name"], field["type"]["pointer"]
            if field["name"] in lengths and field["name"] not in ("width", "height", "size", "byte_length"):
                continue
            if name in self.opaques or name in self.callbacks or name in ("void", "function"):
                continue
            result.append(field)
        return result

    def py_scalar(self, name: str) -> str:
        name = self.aliases.get(name, name)
        if name in INTEGERS:
            return "int"
        if name in ("float", "double"):
            return "float"
        if name == "bool":
            return "bool"
        if name in MATRICES:
            return "tuple[float, ...]"
        return plain(name)

    def py_type(self, field: Node) -> str:
        kind = field["type"]
        name, pointer = kind["name"], kind["pointer"]
        enum = field_enum(field, set(self.enums))
        if enum:
            return plain(enum)
        if name == "char":
            return "str" if pointer == 1 or "array" in kind else "tuple[str, ...]"
        if name == "uint8_t" and pointer == 1:
            return "memoryview | None"
        base = self.py_scalar(name)
        if "array" in kind or "length" in field:
            return f"tuple[{base}, ...]"
        if pointer:
            return f"{base} | None"
        return base

    def py_default(self, field: Node) -> str:
        kind = self.py_type(field)
        if kind == "str":
            return ' = ""'
        if kind.endswith("None"):
            return " = None"
        if "length" in field and kind.startswith("tuple"):
            return " = ()"
        if field["name"] == "json":
            return " = 0"
        return ""

    def element_from_c(self, name: str, expression: str) -> str:
        name = self.aliases.get(name, name)
        if name in self.enums:
            return f"_enum({plain(name)}, {expression})"
        if name in MATRICES:
            inner = f"{expression}.m" if name == "vrm_Mat4" else \
                f"[x for row in {expression}.rows for x in (row.x, row.y, row.z, row.w)]"
            return f"tuple({inner})"
        if name in self.structs:
            return f"{plain(name)}._from_c({expression}, export)"
        return expression

    def from_c(self, field: Node) -> str:
        kind, path = field["type"], f"c.{field['name']}"
        name, pointer = kind["name"], kind["pointer"]
        enum = field_enum(field, set(self.enums))
        if enum:
            return f"_enum({plain(enum)}, {path})"
        if name == "char" and (pointer == 1 or "array" in kind):
            return f"_text({path})"
        if name == "char":
            return f"tuple(_text({path}[i]) for i in range(c.{field['length']}))"
        if name == "uint8_t" and pointer == 1:
            return f"export({path}, c.{field['length']})"
        if "length" in field:
            return f"tuple({self.element_from_c(name, path + '[i]')} for i in range(c.{field['length']}))"
        if "array" in kind:
            return f"tuple({self.element_from_c(name, 'x')} for x in {path})"
        if pointer:
            return f"{self.element_from_c(name, path + '[0]')} if {path} else None"
        return self.element_from_c(name, path)

    def element_to_c(self, name: str, expression: str) -> str:
        name = self.aliases.get(name, name)
        if name == "vrm_Mat4":
            return f"abi.Mat4((c_float * 16)(*numbers({expression}, 16)))"
        if name in TUPLES:
            return f"abi.{plain(name)}(*numbers({expression}, {len(self.structs[name]['fields'])}))"
        if name in self.structs:
            return f"keep.struct({plain(name)}, {expression})"
        return expression

    def element_type(self, kind: Node) -> str:
        """The ctypes type that a pointer points to, as _types.py can name it."""
        name = self.c_type(dict(kind, pointer=0))
        return name if name.startswith("c_") else f"abi.{name}"

    def to_c(self, field: Node) -> list[str]:
        kind, name = field["type"], field["type"]["name"]
        path = f"self.{field['name']}"
        if name == "char" and kind["pointer"] == 1:
            return [f"c.{field['name']} = keep.text({path})"]
        if name == "char":
            return [f"c.{field['name']}, c.{field['length']} = keep.texts({path})"]
        if "length" in field:
            return [f"c.{field['name']}, c.{field['length']} = keep.array("
                    f"{self.element_type(kind)}, [{self.element_to_c(name, 'x')} for x in {path}])"]
        if "array" in kind:
            return [f"for i, x in enumerate(exactly({path}, len(c.{field['name']}))):",
                    f"    c.{field['name']}[i] = {self.element_to_c(name, 'x')}"]
        if kind["pointer"]:
            return [f"if {path} is not None:",
                    f"    c.{field['name']}, _ = keep.array({self.element_type(kind)}, [{self.element_to_c(name, path)}])"]
        return [f"c.{field['name']} = {self.element_to_c(name, path)}"]

    def has_bytes(self, struct: Node) -> bool:
        return any(f["type"]["name"] == "uint8_t" and f["type"]["pointer"] == 1 for f in struct["fields"])

    def types(self) -> str:
        visible = [s for s in self.struct_order() if s["name"] not in HIDDEN and "initialized_by" not in s]
        enums = [enum for enum in self.api["enums"] if len(enum_values(enum)) > 0]
        names = [plain(n["name"]) for n in [*enums, *visible]]
        lines = [HEAD.rstrip(), '"""The words of libvrm as Python has them: enumerations, vectors, and what a file says."""', "",
                 "from __future__ import annotations", "",
                 "from ctypes import c_float, c_int32", "from dataclasses import dataclass",
                 "from typing import Any, Callable, NamedTuple", "",
                 "from . import _abi as abi", "from ._memory import Keep, _enum, _text, exactly, numbers", "from ._words import Flags, Word", "",
                 "Export = Callable[[Any, int], \"memoryview | None\"]", "",
                 "__all__ = [", *[f"    {name!r}," for name in sorted(names)], "]"]
        for enum in enums:
            lines += ["", "", f"class {plain(enum['name'])}({'Flags' if is_flags(enum) else 'Word'}):"]
            lines += docstring(enum["doc"] or f"{enum['name']}.", "    ")
            lines.append("")
            for short, value in enum_values(enum):
                lines += comment(value["doc"], "    ")
                lines.append(f"    {short} = {value['value']}")
        for struct in visible:
            lines += ["", ""]
            lines += self.tuple_class(struct) if struct["name"] in TUPLES else self.data_class(struct)
        lines.append("")
        return "\n".join(lines)

    def tuple_class(self, struct: Node) -> list[str]:
        name = plain(struct["name"])
        members = [field["name"] for field in struct["fields"]]
        lines = [f"class {name}(NamedTuple):"]
        lines += docstring(struct["doc"] or f"{', '.join(members)}.", "    ")
        lines += ["", *[f"    {member}: float" for member in members], "",
                  "    @classmethod", f"    def _from_c(cls, c: Any, export: Export) -> {name}:",
                  f"        return cls({', '.join('c.' + m for m in members)})"]
        return lines

    def data_class(self, struct: Node) -> list[str]:
        name = plain(struct["name"])
        fields = self.fields(struct)
        lines = ["@dataclass(frozen=True, kw_only=True)", f"class {name}:"]
        lines += docstring(struct["doc"] or f"{struct['name']} of vrm/{struct['header']}.", "    ")
        lines.append("")
        for field in fields:
            lines += comment(field["doc"], "    ")
            lines.append(f"    {field['name']}: {self.py_type(field)}{self.py_default(field)}")
        lines += ["", "    @classmethod", f"    def _from_c(cls, c: Any, export: Export) -> {name}:", "        return cls("]
        lines += [f"            {field['name']}={self.from_c(field)}," for field in fields]
        lines.append("        )")
        if struct["name"] in self.inputs and not self.has_bytes(struct):
            lines += ["", f"    def _to_c(self, keep: Keep) -> abi.{name}:", f"        c = abi.{name}()"]
            for field in fields:
                lines += ["        " + line for line in self.to_c(field)]
            lines.append("        return c")
        return lines


def without_keywords(api: Node) -> Node:
    """Members whose name is a word of Python's get an underscore: `from_`."""
    api = copy.deepcopy(api)
    for struct in api["structs"]:
        for field in struct["fields"]:
            if keyword.iskeyword(field["name"]):
                field["name"] += "_"
    return api


def write(api: Node) -> dict[str, str]:
    writer = Writer(without_keywords(api))
    return {"bindings/python/libvrm/_abi.py": writer.abi(), "bindings/python/libvrm/_types.py": writer.types()}

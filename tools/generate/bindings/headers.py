# SPDX-License-Identifier: MIT
"""Reads include/vrm/*.h into one description of the interface: what bindings/api.json holds.

This is no C parser. The public headers keep to one style (CONTRIBUTING.md), which clang-format and the
tests hold them to, and a declaration outside that style is an error here and never left out. Sizes
and offsets are computed for LP64 and wasm32; tests/bindings/layout.sh has compilers confirm them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

Node = dict[str, Any]

# Headers of the libraries beside libvrm; all others belong to libvrm itself.
LIBRARIES = {
    "gpu.h": "vrm_gpu",
    "image.h": "vrm_render",
    "optimize_pictures.h": "vrm_render",
    "render.h": "vrm_render",
    "framing.h": "vrm_render",
    "tracker.h": "vrm_vmc",
    "vmc.h": "vrm_vmc",
}

SCALARS = {  # name: (size and alignment on LP64, on wasm32)
    "bool": (1, 1), "char": (1, 1), "int8_t": (1, 1), "uint8_t": (1, 1),
    "int16_t": (2, 2), "uint16_t": (2, 2), "int32_t": (4, 4), "uint32_t": (4, 4),
    "int64_t": (8, 8), "uint64_t": (8, 8), "float": (4, 4), "double": (8, 8),
    "size_t": (8, 4),
}
POINTER = (8, 4)

# ---- Ownership that the shape of a declaration does not show. Everything else follows the rules of
# `ownership()`. A name here that no header declares is an error. ----

# Functions that end an object although their names do not say destroy, close, release or abandon.
ENDS = {"vrm_edit_commit": "on VRM_OK"}
# Memory that the caller gets and gives back by this function.
RELEASED_BY = {
    ("vrm_image_decode", "out"): "vrm_image_release",
    ("vrm_overlay_lines", "out_lines"): "vrm_lines_release",
    ("vrm_rig_pack", "out_pack"): "vrm_rig_pack_destroy",
    ("vrm_clip_pack", "out_pack"): "vrm_clip_pack_destroy",
    ("vrm_primitive_triangles", "out_triangles"): "vrm_triangles_destroy",
    ("vrm_tangents_make", "out"): "vrm_tangents_release",
}
# Bytes that the caller gets from the allocator that it passed.
FROM_ALLOCATOR = {("vrm_image_spread_channel", "out_png")}
# Objects that must outlive what a function makes: function -> parameters.
OUTLIVES = {
    "vrm_gpu_sim_add": ["rig"],
    "vrm_sim_add": ["rig"],
    "vrm_baker_create": ["rig"],
    "vrm_drawable_create": ["renderer", "rig"],
    "vrm_framing_create": ["rig"],
    "vrm_edit_begin": ["model"],
}
# Until when a pointer is valid whose owner may change before it ends.
VALID_UNTIL = {
    "vrm_Model": "the model is destroyed or edited",
    "vrm_Sim": "the avatar leaves; the next step changes what is there",
    "vrm_Json": "the document is edited or destroyed",
    "vrm_JsonBuilder": "the builder changes or is destroyed",
}
# Who owns what a function returns, where that is not its first object.
OWNERS = {
    "vrm_avatar_rig": ("the host", "the host destroys the rig"),
    "vrm_surface_texture": ("surface", "the model of the surface is destroyed or edited"),
}
# Lengths of arrays whose name does not lead to the member that counts them.
LENGTHS = {
    ("vrm_Gltf", "node_order"): "node_count",
    ("vrm_Node", "children"): "child_count",
    ("vrm_RigSkin", "inverse_binds"): "joint_count",
    ("vrm_MorphWeights", "values"): "count",
    ("vrm_BufferView", "data"): "byte_length",
    ("vrm_Picture", "pixels"): "4 * width * height",
}


class HeaderError(Exception):
    pass


def read_interface(include: Path) -> Node:
    headers = [_read_header(path) for path in sorted((include / "vrm").glob("*.h"))]
    interface: Node = {
        "version": "",
        "headers": [{key: h[key] for key in ("name", "library", "doc")} for h in headers],
        "constants": [], "aliases": [], "enums": [], "opaques": [], "callbacks": [],
        "structs": [], "functions": [],
    }
    for header in headers:
        for node in header["nodes"]:
            kind = node.pop("kind")
            if not (kind == "opaques" and any(o["name"] == node["name"] for o in interface[kind])):
                interface[kind].append(node)
    _check_tables(interface)
    _resolve_constants(interface)
    _lay_out(interface)
    _mark_functions(interface)
    interface["version"] = _constant(interface, "VRM_VERSION_TEXT")
    return interface


# ---- Text to declarations ----

_TOKEN = re.compile(
    r"(?P<doc>/\*\*.*?\*/)|(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<directive>^[ \t]*#(?:[^\n]*\\\n)*[^\n]*)"
    r"|(?P<word>[A-Za-z_]\w*)|(?P<number>-?\d[\w.]*)|(?P<string>\"(?:\\.|[^\"])*\")|(?P<sign>[^\s\w])",
    re.S | re.M)


def clean_comment(text: str) -> str:
    if text.startswith("/**<"):  # behind a member: how its lines are indented has no meaning
        return " ".join(text[4:-2].split())
    text = re.sub(r"^/\*\*<?|\*/$", "", text)
    lines = [re.sub(r"^\s*\* ?", "", line) if i else line.lstrip() for i, line in enumerate(text.split("\n"))]
    paragraphs: list[str] = [""]
    for line in lines:
        if not line.strip():
            paragraphs.append("")
        elif line.startswith("  ") and paragraphs[-1]:  # a program or a diagram keeps its lines
            paragraphs[-1] += "\n" + line.rstrip()
        else:
            paragraphs[-1] = (paragraphs[-1] + (" " if paragraphs[-1] else "") + line.strip())
    return "\n\n".join(p.strip() for p in paragraphs if p.strip())


def _read_header(path: Path) -> Node:
    text = path.read_text(encoding="utf-8")
    tokens: list[tuple[str, str, int]] = []
    for match in _TOKEN.finditer(text):
        tokens.append((str(match.lastgroup), match.group(), text.count("\n", 0, match.start()) + 1))
    reader = _Reader(path.name, tokens)
    return {"name": path.name, "library": LIBRARIES.get(path.name, "vrm"),
            "doc": reader.file_doc(), "nodes": reader.declarations()}


class _Reader:
    def __init__(self, header: str, tokens: list[tuple[str, str, int]]) -> None:
        self.header = header
        self.tokens = tokens
        self.at = 0
        self.doc, self.doc_ends = "", 0  # of the last function, and the line after it

    def fail(self, why: str) -> HeaderError:
        line = self.tokens[min(self.at, len(self.tokens) - 1)][2]
        return HeaderError(f"include/vrm/{self.header}:{line}: {why}; see tools/generate/bindings/headers.py")

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at][:2] if self.at < len(self.tokens) else ("end", "")

    def next(self) -> tuple[str, str]:
        token = self.peek()
        self.at += 1
        return token

    def accept(self, text: str) -> bool:
        if self.peek()[1] != text:
            return False
        self.at += 1
        return True

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise self.fail(f"expected {text!r}, found {self.peek()[1]!r}")

    def word(self) -> str:
        kind, text = self.next()
        if kind != "word":
            self.at -= 1
            raise self.fail(f"expected a name, found {text!r}")
        return text

    def file_doc(self) -> str:
        for kind, text, _ in self.tokens:
            if kind == "doc":
                return clean_comment(text)
            if kind == "directive":
                break
        raise self.fail("the file does not begin with a comment that says what it is for")

    def node(self, kind: str, name: str, doc: str) -> Node:
        return {"kind": kind, "name": name, "header": self.header,
                "library": LIBRARIES.get(self.header, "vrm"), "doc": doc}

    def declarations(self) -> list[Node]:
        nodes: list[Node] = []
        doc = ""
        seen_directive = False
        depth = 0
        while self.at < len(self.tokens):
            kind, text = self.peek()
            if kind == "doc":
                doc = clean_comment(text) if seen_directive else ""
                self.at += 1
                continue
            if kind == "comment":
                self.at += 1
                continue
            if kind == "directive":
                self.at += 1
                seen_directive = True
                constant = self.constant(text, doc)
                if constant is not None:
                    nodes.append(constant)
                if not text.lstrip().startswith("#define"):
                    doc = ""
                    continue
            elif text == "extern":  # extern "C" {
                self.at += 2
                self.expect("{")
                depth += 1
            elif text == "}" and depth > 0:
                self.at += 1
                depth -= 1
            elif text == "typedef":
                nodes.append(self.typedef(doc))
            elif text == "VRM_API":
                self.at += 1
                nodes.append(self.function(doc))
            elif text == "static":
                nodes.append(self.inline(doc))
            else:
                raise self.fail(f"cannot read {text!r} here")
            doc = ""
        return nodes

    def constant(self, directive: str, doc: str) -> Node | None:
        match = re.match(r"\s*#define\s+(VRM_\w+)\s+(\"[^\"]*\"|[-\w.]+)\s*(/\*\*<.*\*/)?\s*$", directive, re.S)
        if match is None or match.group(2).startswith("__"):
            return None
        node = self.node("constants", match.group(1), doc)
        node["value"] = match.group(2)
        if match.group(3):
            node["doc"] = clean_comment(match.group(3))
        elif self.peek()[0] == "doc" and self.peek()[1].startswith("/**<"):
            node["doc"] = clean_comment(self.next()[1])
        return node

    def trailing_doc(self, before: str) -> str:
        if self.peek()[0] == "doc" and self.peek()[1].startswith("/**<"):
            return clean_comment(self.next()[1])
        while self.peek()[0] == "comment":
            self.at += 1
        return before

    def typedef(self, doc: str) -> Node:
        self.expect("typedef")
        if self.accept("enum"):
            return self.enum(doc)
        if self.peek()[1] == "struct":
            save = self.at
            self.at += 1
            name = self.word()
            if self.accept("{"):
                return self.struct(name, doc)
            if self.peek()[1] == name:
                self.at += 1
                self.expect(";")
                return self.node("opaques", name, doc)
            self.at = save
        result = self.type()
        name = self.word()
        if self.accept("("):
            node = self.node("callbacks", name, doc)
            node["returns"] = result
            node["parameters"] = self.parameters()
            self.expect(";")
            return node
        self.expect(";")
        node = self.node("aliases", name, doc)
        node["type"] = result
        return node

    def enum(self, doc: str) -> Node:
        node = self.node("enums", self.word(), doc)
        node["values"] = []
        self.expect("{")
        value = 0
        while not self.accept("}"):
            before = ""
            while self.peek()[0] in ("doc", "comment"):
                kind, text = self.next()
                before = clean_comment(text) if kind == "doc" else before
            name = self.word()
            if self.accept("="):
                kind, text = self.next()
                value = -int(self.next()[1]) if text == "-" else int(text, 0)
            entry = {"name": name, "value": value, "doc": before}
            value += 1
            self.accept(",")
            entry["doc"] = self.trailing_doc(before)
            node["values"].append(entry)
        if self.word() != node["name"]:
            raise self.fail("the enumeration and its typedef have different names")
        self.expect(";")
        return node

    def type(self) -> Node:
        """A type before its name: [const] NAME {*|* const}."""
        const = self.accept("const")
        base = self.word()
        if base in ("unsigned", "signed", "long", "short", "int", "struct", "enum"):
            raise self.fail(f"{base!r} in a type; public types have a fixed size and a name of their own")
        pointer, inner_const = 0, False
        while True:
            if self.accept("*"):
                pointer += 1
            elif pointer and self.accept("const"):
                inner_const = True
            else:
                break
        return make_type(base, pointer, const, inner_const)

    def array(self, base: Node) -> Node:
        if not self.accept("["):
            return base
        length = self.next()[1]
        self.expect("]")
        return dict(base, array=length)

    def struct(self, name: str, doc: str) -> Node:
        node = self.node("structs", name, doc)
        node["fields"] = []
        while not self.accept("}"):
            before = ""
            while self.peek()[0] in ("doc", "comment"):
                kind, text = self.next()
                before = clean_comment(text) if kind == "doc" else before
            if self.peek()[1] == "}":
                continue
            first = self.type()
            fields: list[Node] = []
            if self.accept("("):  # a pointer to a function: RETURN (*NAME)(PARAMETERS)
                self.expect("*")
                field: Node = {"name": self.word(), "type": make_type("function", 1, False, False)}
                self.expect(")")
                self.expect("(")
                field["function"] = {"returns": first, "parameters": self.parameters()}
                fields.append(field)
            else:
                each = first
                while True:
                    field = {"name": self.word()}
                    field["type"] = self.array(each)
                    fields.append(field)
                    if not self.accept(","):
                        break
                    pointer = 0
                    while self.accept("*"):
                        pointer += 1
                    each = make_type(first["name"], pointer, first["const"], False) if pointer else \
                        make_type(first["name"], 0, first["const"], False)
            self.expect(";")
            text = self.trailing_doc(before)
            for field in fields:
                field["doc"] = text
            node["fields"] += fields
        if self.word() != name:
            raise self.fail("the struct and its typedef have different names")
        self.expect(";")
        return node

    def parameters(self) -> list[Node]:
        result: list[Node] = []
        if self.peek()[1] == "void" and self.tokens[self.at + 1][1] == ")":
            self.at += 1
        while not self.accept(")"):
            kind = self.type()
            name = self.word()
            kind = self.array(kind)
            if "array" in kind:  # an array parameter is a pointer; its length is still worth knowing
                kind = dict(make_type(kind["name"], kind["pointer"] + 1, kind["const"], False),
                            length=kind["array"])
            result.append({"name": name, "type": kind})
            self.accept(",")
        return result

    def function(self, doc: str) -> Node:
        line = self.tokens[self.at][2]
        if not doc and line == self.doc_ends:  # one comment speaks for declarations without a gap
            doc = self.doc
        result = self.type()
        node = self.node("functions", self.word(), doc)
        self.expect("(")
        node["returns"] = result
        node["parameters"] = self.parameters()
        node["inline"] = False
        self.doc, self.doc_ends = doc, self.tokens[self.at][2] + 1
        self.expect(";")
        return node

    def inline(self, doc: str) -> Node:
        self.expect("static")
        self.expect("inline")
        result = self.type()
        node = self.node("functions", self.word(), doc)
        self.expect("(")
        node["returns"] = result
        node["parameters"] = self.parameters()
        node["inline"] = True
        self.expect("{")
        depth = 1
        while depth:
            text = self.next()[1]
            depth += (text == "{") - (text == "}")
        return node


def make_type(name: str, pointer: int, const: bool, inner_const: bool) -> Node:
    """`c` is how C writes it; `const` speaks of what the last pointer points at."""
    stars = "*" * pointer
    if pointer == 2 and inner_const:
        stars = "* const*"
    return {"c": ("const " if const else "") + name + stars, "name": name, "pointer": pointer,
            "const": const or inner_const}


# ---- What follows from all headers together ----

def _constant(interface: Node, name: str) -> Any:
    for constant in interface["constants"]:
        if constant["name"] == name:
            return constant["value"]
    for enum in interface["enums"]:
        for value in enum["values"]:
            if value["name"] == name:
                return value["value"]
    raise HeaderError(f"{name} is no constant and no value of an enumeration")


def _resolve_constants(interface: Node) -> None:
    words = {"UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1}
    for constant in interface["constants"]:
        text = constant["value"]
        if text in words:
            constant["value"] = words[text]
        elif text.startswith('"'):
            constant["value"] = text[1:-1]
        elif re.fullmatch(r"-?\d+", text):
            constant["value"] = int(text)
        elif re.fullmatch(r"-?\d*\.\d+f?", text):
            constant["value"] = float(text.rstrip("f"))
        else:
            raise HeaderError(f"{constant['name']} is {text}: neither a number nor a string")


def _lay_out(interface: Node) -> None:
    """Sizes and offsets for LP64 (64-bit Linux, macOS and Windows alike) and wasm32."""
    sizes: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {}  # (size, align) for each
    for name, (wide, narrow) in SCALARS.items():
        sizes[name] = ((wide, wide), (narrow, narrow))
    for enum in interface["enums"]:
        sizes[enum["name"]] = ((4, 4), (4, 4))
    for alias in interface["aliases"]:
        sizes[alias["name"]] = sizes[alias["type"]["name"]]
    structs = {struct["name"]: struct for struct in interface["structs"]}

    def of_type(kind: Node) -> tuple[tuple[int, int], tuple[int, int]]:
        if kind["pointer"]:
            base = ((POINTER[0], POINTER[0]), (POINTER[1], POINTER[1]))
        else:
            if kind["name"] not in sizes and kind["name"] in structs:
                lay(structs[kind["name"]])
            if kind["name"] not in sizes:
                raise HeaderError(f"type {kind['name']} is not known")
            base = sizes[kind["name"]]
        if "array" in kind:
            count = kind["array"]
            count = int(count) if count.isdigit() else int(_constant(interface, count))
            kind["count"] = count
            base = ((base[0][0] * count, base[0][1]), (base[1][0] * count, base[1][1]))
        return base

    def lay(struct: Node) -> None:
        ends, aligns = [0, 0], [1, 1]
        for field in struct["fields"]:
            offsets = [0, 0]
            for i, (size, align) in enumerate(of_type(field["type"])):
                offsets[i] = -(-ends[i] // align) * align
                ends[i] = offsets[i] + size
                aligns[i] = max(aligns[i], align)
            field["offset"], field["offset_wasm32"] = offsets
            field.pop("kind", None)
            length = _length_of(struct, field)
            if length:
                field["length"] = length
        total = [-(-ends[i] // aligns[i]) * aligns[i] for i in range(2)]
        struct["size"], struct["size_wasm32"] = total
        struct["align"], struct["align_wasm32"] = aligns
        sizes[struct["name"]] = ((total[0], aligns[0]), (total[1], aligns[1]))

    for struct in interface["structs"]:
        if struct["name"] not in sizes:
            lay(struct)


def singulars(plural: str) -> list[str]:
    """`meshes` -> mesh, `springs` -> spring, `extensions_used` -> extension_used."""
    head, _, tail = plural.partition("_")
    forms = [plural]
    if plural.endswith("es"):
        forms.append(plural[:-2])
    if plural.endswith("s"):
        forms.append(plural[:-1])
    if tail and head.endswith("s"):
        forms.append(head[:-1] + "_" + tail)
    return forms


def _length_of(struct: Node, field: Node) -> str | None:
    given = LENGTHS.get((struct["name"], field["name"]))
    if given:
        return given
    if not field["type"]["pointer"] or field["type"]["name"] in ("void", "function"):
        return None
    names = {f["name"] for f in struct["fields"]}
    for form in singulars(field["name"]):
        if form + "_count" in names:
            return form + "_count"
    if field["name"] == "data" and "size" in names:
        return "size"
    return None


def _nullable(doc: str, name: str) -> bool:
    for sentence in re.split(r"(?<=[.;])\s", doc):
        match = re.search(r"((?:`\w+`(?:, | and |, and )?)+) may be NULL", sentence)
        if match and f"`{name}`" in match.group(1):
            return True
    return False


def _is_end(function: Node) -> bool:
    return re.search(r"_(destroy|close|abandon)$", function["name"]) is not None


def _mark_functions(interface: Node) -> None:
    opaques = {o["name"]: o for o in interface["opaques"]}
    for opaque in opaques.values():
        opaque["made_by"], opaque["ended_by"] = [], ""
    for function in interface["functions"]:
        ended = function["parameters"][0]["type"]["name"] if _is_end(function) else ""
        if ended in opaques:
            opaques[ended]["ended_by"] = function["name"]
    for function in interface["functions"]:
        _mark_function(function, opaques)
    for opaque in opaques.values():
        if not opaque["ended_by"] or not opaque["made_by"]:
            raise HeaderError(f"{opaque['name']} has no function that makes it, or none that ends it")
    for struct in interface["structs"]:
        if struct["fields"] and struct["fields"][0]["name"] == "def_size":
            init = next(f for f in interface["functions"] if f["name"].endswith("_def_init") and
                        f["parameters"][0]["type"]["name"] == struct["name"])
            struct["initialized_by"] = init["name"]
            init["doc"] = init["doc"] or (
                f"Gives every member of a {struct['name']} its default. `def_size` is its size in the program "
                "that calls, so that an older program works with a newer library.")
    for function in interface["functions"]:
        if function["inline"] and function["name"].startswith("vrm_default_"):
            function["doc"] = function["doc"] or f"A {function['returns']['name']} with its defaults."
        if not function["doc"]:
            raise HeaderError(f"include/vrm/{function['header']}: {function['name']} has no comment")


def check_comments(interface: Node) -> None:
    """Every member of a structure and every value of an enumeration says what it is."""
    for owner in interface["structs"] + interface["enums"]:
        for part in owner.get("fields") or owner.get("values") or []:
            if not part["doc"]:
                raise HeaderError(f"include/vrm/{owner['header']}: {part['name']} of {owner['name']} has no comment")


def _mark_function(function: Node, opaques: dict[str, Node]) -> None:
    name, doc, parameters = function["name"], function["doc"], function["parameters"]
    owner = next((p for p in parameters if p["type"]["name"] in opaques and p["type"]["pointer"] == 1), None)
    for parameter in parameters:
        kind = parameter["type"]
        parameter["nullable"] = kind["pointer"] > 0 and (
            _nullable(doc, parameter["name"]) or ("NULL is fine" in doc and parameter is parameters[0]))
        is_out = parameter["name"].startswith("out") and kind["pointer"] > 0 and not kind["const"]
        parameter["direction"] = "out" if is_out else "in"
        if kind["pointer"] == 2 and is_out and kind["name"] in opaques:
            parameter["ownership"] = "caller"
            parameter["released_by"] = opaques[kind["name"]]["ended_by"]
            opaques[kind["name"]]["made_by"].append(name)
        elif (name, parameter["name"]) in RELEASED_BY:
            parameter["ownership"] = "caller"
            parameter["released_by"] = RELEASED_BY[(name, parameter["name"])]
        elif (name, parameter["name"]) in FROM_ALLOCATOR:
            parameter["ownership"] = "caller, from the allocator that was passed"
        elif is_out and kind["pointer"] == 2:
            raise HeaderError(f"{name}: who owns {parameter['name']}? See RELEASED_BY in tools/generate/bindings/headers.py")
        elif kind["pointer"] and not is_out:
            ends = _is_end(function) and parameter is parameters[0]
            parameter["ownership"] = "taken" if ends else \
                f"taken {ENDS[name]}" if name in ENDS and parameter is parameters[0] else \
                "kept" if parameter["name"] in OUTLIVES.get(name, []) else "lent"
    if name in OUTLIVES:
        function["outlived_by"] = OUTLIVES[name]
    result = function["returns"]
    if result["pointer"]:
        if name in OWNERS:
            function["ownership"] = dict(zip(("owner", "until"), OWNERS[name]))
        elif owner is None:
            function["ownership"] = {"owner": "the library", "until": "for ever"}
        elif result["name"] == "void":
            function["ownership"] = {"owner": "the host", "until": "as the host decides"}
        else:
            function["ownership"] = {"owner": owner["name"], "until": VALID_UNTIL.get(
                owner["type"]["name"], f"the {owner['name']} is destroyed")}
        counts = [p["name"] for p in parameters if p["name"] == "out_count"]
        if counts:
            function["length"] = counts[0]


def _check_tables(interface: Node) -> None:
    known = {f["name"]: {p["name"] for p in f["parameters"]} for f in interface["functions"]}
    for function, parameter in [*RELEASED_BY, *FROM_ALLOCATOR,
                                *((f, p) for f, ps in OUTLIVES.items() for p in ps)]:
        if parameter not in known.get(function, ()):
            raise HeaderError(f"tools/generate/bindings/headers.py speaks of {function}({parameter}), which is not declared")
    for function in [*ENDS, *OWNERS]:
        if function not in known:
            raise HeaderError(f"tools/generate/bindings/headers.py speaks of {function}, which is not declared")
    fields = {(s["name"], f["name"]) for s in interface["structs"] for f in s["fields"]}
    for pair in LENGTHS:
        if pair not in fields:
            raise HeaderError(f"tools/generate/bindings/headers.py speaks of {pair[0]}.{pair[1]}, which is not declared")

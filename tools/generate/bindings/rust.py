# SPDX-License-Identifier: MIT
"""Writes bindings/rust/libvrm-sys/src/lib.rs from api.json: the C interface as Rust declares it, nothing more."""

from __future__ import annotations

from typing import Any

from naming import wrapped

Node = dict[str, Any]

TYPES = {
    "bool": "bool", "char": "c_char", "int8_t": "i8", "uint8_t": "u8", "int16_t": "i16", "uint16_t": "u16",
    "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64", "size_t": "usize", "float": "f32",
    "double": "f64", "void": "c_void",
}
KEYWORDS = {"type", "loop", "ref", "move", "in", "fn", "mod", "use", "where", "match", "self", "box", "final", "override"}
# Libraries beside libvrm are features: their functions need another library to link.
FEATURES = {"vrm_gpu": "gpu", "vrm_render": "render", "vrm_vmc": "vmc"}


def identifier(name: str) -> str:
    return f"r#{name}" if name in KEYWORDS else name


def docs(text: str, indent: str = "") -> list[str]:
    # Brackets would be links to things that are not here, and tags would be HTML.
    text = text.replace("[", "\\[").replace("]", "\\]").replace("<", "\\<").replace(">", "\\>")
    return wrapped(text, 100 - len(indent), f"{indent}/// ", f"{indent}/// ") if text else []


def rust_type(kind: Node, callbacks: set[str]) -> str:
    name, pointer = kind["name"], kind["pointer"]
    if name in callbacks and pointer:  # a pointer to a function may be NULL
        base, pointer = f"Option<{name}>", pointer - 1
    else:
        base = TYPES.get(name, name)
    pointees = kind["c"].split("*")  # `T* const*`: a pointer to constant pointers to T
    for level in range(pointer):
        base = f"*{'const' if 'const' in pointees[level].split() else 'mut'} {base}"
    if "array" in kind:
        base = f"[{base}; {kind['count']}]"
    return base


def signature(node: Node, callbacks: set[str]) -> str:
    parameters = ", ".join(f"{identifier(p['name'])}: {rust_type(p['type'], callbacks)}" for p in node["parameters"])
    result = rust_type(node["returns"], callbacks)
    return f"({parameters})" + (f" -> {result}" if result != "c_void" else "")


def write(api: Node) -> dict[str, str]:
    callbacks = {callback["name"] for callback in api["callbacks"]}
    lines = ["// SPDX-License-Identifier: MIT", "// Written by tools/generate/write_bindings from include/vrm/*.h; do not edit.",
             "//! The C interface of libvrm as Rust declares it. The crate `libvrm` has safe handles.",
             "//!", "//! Enumerations are integers with constants: a newer library may have values that this crate does not",
             "//! know. The functions of libvrm_render, libvrm_vmc and libvrm_gpu need the features `render`, `vmc`, `gpu`.",
             "#![allow(non_camel_case_types, non_upper_case_globals, clippy::missing_safety_doc)]", "",
             "use std::os::raw::{c_char, c_void};", ""]
    for constant in api["constants"]:
        value = constant["value"]
        lines += docs(constant["doc"])
        if isinstance(value, str):
            lines.append(f"pub const {constant['name']}: &str = \"{value}\";")
        elif isinstance(value, float):
            lines.append(f"pub const {constant['name']}: f32 = {value!r};")
        else:
            kind = "u64" if value > 2**32 - 1 else "u32" if value > 2**31 - 1 else "i32"
            lines.append(f"pub const {constant['name']}: {kind} = {value};")
    for alias in api["aliases"]:
        lines += ["", *docs(alias["doc"]), f"pub type {alias['name']} = {rust_type(alias['type'], callbacks)};"]
    for enum in api["enums"]:
        lines += ["", *docs(enum["doc"]), f"pub type {enum['name']} = i32;"]
        for value in enum["values"]:
            lines += [*docs(value["doc"]), f"pub const {value['name']}: {enum['name']} = {value['value']};"]
    for opaque in api["opaques"]:
        lines += ["", *docs(opaque["doc"] or f"Made by {', '.join(opaque['made_by'])}(), ended by {opaque['ended_by']}()."),
                  "#[repr(C)]", f"pub struct {opaque['name']} {{", "    _private: [u8; 0],", "}"]
    for callback in api["callbacks"]:
        lines += ["", *docs(callback["doc"]),
                  f"pub type {callback['name']} = unsafe extern \"C\" fn{signature(callback, callbacks)};"]
    for struct in api["structs"]:
        lines += ["", *docs(struct["doc"]), "#[repr(C)]", "#[derive(Clone, Copy, Debug)]", f"pub struct {struct['name']} {{"]
        for field in struct["fields"]:
            kind = rust_type(field["type"], callbacks) if "function" not in field else \
                f"Option<unsafe extern \"C\" fn{signature(field['function'], callbacks)}>"
            lines += [*docs(field["doc"], "    "), f"    pub {identifier(field['name'])}: {kind},"]
        lines.append("}")
    for library in ("vrm", *FEATURES):
        feature = f"#[cfg(feature = \"{FEATURES[library]}\")]\n" if library in FEATURES else ""
        lines += ["", f"{feature}extern \"C\" {{"]
        for function in api["functions"]:
            if function["library"] == library and not function["inline"]:
                lines += [*docs(function["doc"], "    "), f"    pub fn {function['name']}{signature(function, callbacks)};"]
        lines.append("}")
    lines += ["", "#[cfg(all(test, target_pointer_width = \"64\"))]", "mod layout {", "    use super::*;",
              "    use std::mem::{align_of, size_of, MaybeUninit};", "    use std::ptr::addr_of;", "",
              "    macro_rules! check {", "        ($type:ident, $size:expr, $align:expr, $($field:ident $offset:expr),*) => {{",
              "            assert_eq!((size_of::<$type>(), align_of::<$type>()), ($size, $align), stringify!($type));",
              "            let value = MaybeUninit::<$type>::uninit();", "            let base = value.as_ptr();",
              "            $(assert_eq!(unsafe { addr_of!((*base).$field) } as usize - base as usize, $offset, "
              "concat!(stringify!($type), \".\", stringify!($field)));)*", "        }};", "    }", "",
              "    #[test]", "    fn structs_have_the_shape_of_c() {"]
    for struct in api["structs"]:
        fields = ", ".join(f"{identifier(f['name'])} {f['offset']}" for f in struct["fields"])
        lines.append(f"        check!({struct['name']}, {struct['size']}, {struct['align']}, {fields});")
    lines += ["    }", "}", ""]
    return {"bindings/rust/libvrm-sys/src/lib.rs": "\n".join(lines)}

# SPDX-License-Identifier: MIT
"""Writes bindings/csharp/Native.cs from api.json: the C interface as P/Invoke has it, nothing more."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from naming import enum_values, is_flags, plain, wrapped

Node = dict[str, Any]

TYPES = {
    "bool": "Bool", "char": "byte", "int8_t": "sbyte", "uint8_t": "byte", "int16_t": "short", "uint16_t": "ushort",
    "int32_t": "int", "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong", "size_t": "UIntPtr", "float": "float",
    "double": "double", "void": "void",
}
KEYWORDS = {"ref", "in", "out", "params", "override", "string", "object", "base", "event", "lock", "fixed", "is", "as"}


def identifier(name: str) -> str:
    return f"@{name}" if name in KEYWORDS else name


def docs(text: str, indent: str) -> list[str]:
    if not text:
        return []
    lines = wrapped(escape(text), 104 - len(indent), f"{indent}/// ", f"{indent}/// ")
    return [f"{indent}/// <summary>", *[line if line.strip() != "///" else f"{indent}///" for line in lines],
            f"{indent}/// </summary>"]


class Writer:
    def __init__(self, api: Node) -> None:
        self.api = api
        self.callbacks = {callback["name"] for callback in api["callbacks"]}
        self.structs = {struct["name"]: struct for struct in api["structs"]}
        self.arrays: dict[str, tuple[str, int]] = {}
        self.aliases = {alias["name"]: alias["type"]["name"] for alias in api["aliases"]}

    def type(self, kind: Node) -> str:
        name, pointer = self.aliases.get(kind["name"], kind["name"]), kind["pointer"]
        if name in self.callbacks or name == "function":
            return "IntPtr"
        return TYPES.get(name, plain(name)) + "*" * pointer

    def array(self, field: Node) -> str:
        """C# has arrays of numbers inside structs, but runtimes pass such structs by value wrongly: mono takes
        them for a few floats in registers. A struct with as many members is passed as C does."""
        kind = field["type"]
        element = TYPES.get(kind["name"], plain(kind["name"]))
        name = f"{element[0].upper()}{element[1:]}Array{kind['count']}"
        self.arrays[name] = (element, kind["count"])
        return f"public {name} {identifier(field['name'])};"

    def array_types(self) -> list[str]:
        lines = []
        for name, (element, count) in sorted(self.arrays.items()):
            members = [f"e{i}" for i in range(count)]
            lines += ["", f"    /// <summary>{count} of {element}, one after the other.</summary>",
                      "    [StructLayout(LayoutKind.Sequential)]", f"    public unsafe struct {name}", "    {"]
            for i in range(0, count, 12):
                lines.append(f"        private {element} {', '.join(members[i:i + 12])};")
            lines += ["", f"        public const int Length = {count};",
                      f"        public {element} this[int index]", "        {",
                      "            get", "            {",
                      "                if ((uint)index >= Length) throw new IndexOutOfRangeException();",
                      f"                fixed ({element}* first = &e0) return first[index];", "            }",
                      "            set", "            {",
                      "                if ((uint)index >= Length) throw new IndexOutOfRangeException();",
                      f"                fixed ({element}* first = &e0) first[index] = value;", "            }",
                      "        }", "    }"]
        return lines

    def parameters(self, node: Node) -> str:
        return ", ".join(f"{self.type(p['type'])} {identifier(p['name'])}" for p in node["parameters"])

    def write(self) -> str:
        api = self.api
        lines = ["// SPDX-License-Identifier: MIT", "// Written by tools/generate/write_bindings from include/vrm/*.h; do not edit.",
                 "using System;", "using System.Runtime.InteropServices;", "", "namespace Vrm.Native", "{",
                 "    /// <summary>A bool of C's: one byte.</summary>", "    public struct Bool", "    {",
                 "        private byte value;",
                 "        public static implicit operator bool(Bool b) { return b.value != 0; }",
                 "        public static implicit operator Bool(bool b) { return new Bool { value = (byte)(b ? 1 : 0) }; }",
                 "    }", "", "    public static class Constants", "    {"]
        for constant in api["constants"]:
            value = constant["value"]
            kind, text = ("string", f'"{value}"') if isinstance(value, str) else ("float", f"{value!r}f") \
                if isinstance(value, float) else ("ulong" if value > 2**32 - 1 else "uint" if value > 2**31 - 1 else "int", value)
            lines += [*docs(constant["doc"], "        "), f"        public const {kind} {constant['name'][4:]} = {text};"]
        lines.append("    }")
        for enum in api["enums"]:
            lines += ["", *docs(enum["doc"], "    ")]
            if is_flags(enum):
                lines.append("    [Flags]")
            lines += [f"    public enum {plain(enum['name'])}", "    {"]
            for short, value in enum_values(enum):
                lines += [*docs(value["doc"], "        "), f"        {short} = {value['value']},"]
            lines.append("    }")
        for opaque in api["opaques"]:
            lines += ["", *docs(opaque["doc"] or f"Made by {', '.join(opaque['made_by'])}(), ended by {opaque['ended_by']}().",
                                "    "), f"    public struct {plain(opaque['name'])} {{ }}"]
        for callback in api["callbacks"]:
            lines += ["", *docs(callback["doc"], "    "), "    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]",
                      f"    public unsafe delegate {self.type(callback['returns'])} {plain(callback['name'])}"
                      f"({self.parameters(callback)});"]
        for struct in api["structs"]:
            lines += ["", *docs(struct["doc"], "    "), "    [StructLayout(LayoutKind.Sequential)]",
                      f"    public unsafe struct {plain(struct['name'])}", "    {"]
            for field in struct["fields"]:
                lines += docs(field["doc"], "        ")
                lines.append("        " + (self.array(field) if "array" in field["type"] else
                                           f"public {self.type(field['type'])} {identifier(field['name'])};"))
            lines.append("    }")
        lines += self.array_types()
        lines += ["", "    /// <summary>The functions, as C has them.</summary>", "    public static unsafe class Api", "    {"]
        for function in api["functions"]:
            if not function["inline"]:
                lines += ["", *docs(function["doc"], "        "),
                          f"        [DllImport(\"{function['library']}\", CallingConvention = CallingConvention.Cdecl)]"]
                if function["returns"]["name"] == "bool" and not function["returns"]["pointer"]:
                    lines.append("        [return: MarshalAs(UnmanagedType.I1)]")
                    returns = "bool"
                else:
                    returns = self.type(function["returns"])
                lines.append(f"        public static extern {returns} {function['name']}({self.parameters(function)});")
        lines += ["    }", "}", ""]
        return "\n".join(lines)

    def layout(self) -> str:
        """What a test holds against the runtime."""
        lines = ["// SPDX-License-Identifier: MIT", "// Written by tools/generate/write_bindings from include/vrm/*.h; do not edit.",
                 "using System;", "", "static class Layout", "{",
                 "    public static void Check(Action<Type, int> size, Action<Type, string, int> offset)", "    {"]
        for struct in self.api["structs"]:
            name = plain(struct["name"])
            lines.append(f"        size(typeof(Vrm.Native.{name}), {struct['size']});")
            lines += [f"        offset(typeof(Vrm.Native.{name}), \"{f['name']}\", {f['offset']});" for f in struct["fields"]]
        lines += ["    }", "}", ""]
        return "\n".join(lines)


def write(api: Node) -> dict[str, str]:
    writer = Writer(api)
    return {"bindings/csharp/Native.cs": writer.write(), "bindings/csharp/tests/Layout.cs": writer.layout()}

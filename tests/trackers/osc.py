# SPDX-License-Identifier: MIT
"""OSC, as VMC uses it: bundles of messages with texts, whole numbers and floats. Written apart from vmc/osc.c."""
import struct


def text(word):
    data = word.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def message(address, types, *values):
    out = text(address) + text("," + types)
    for kind, value in zip(types, values):
        out += text(value) if kind == "s" else struct.pack(">f" if kind == "f" else ">i", value)
    return out


def bundle(*messages):
    return text("#bundle") + struct.pack(">q", 1) + b"".join(struct.pack(">i", len(m)) + m for m in messages)


def read_text(data, at):
    end = data.index(b"\0", at)
    return data[at:end].decode(), at + (end - at) // 4 * 4 + 4


def messages_of(packet):
    assert packet[:8] == b"#bundle\0"
    at = 16
    while at < len(packet):
        size = struct.unpack_from(">i", packet, at)[0]
        yield packet[at + 4:at + 4 + size]
        at += 4 + size


def values_of(data):
    address, at = read_text(data, 0)
    types, at = read_text(data, at)
    values = []
    for kind in types[1:]:
        if kind == "s":
            value, at = read_text(data, at)
        else:
            value = struct.unpack_from(">f" if kind == "f" else ">i", data, at)[0]
            at += 4
        values.append(value)
    return address, values

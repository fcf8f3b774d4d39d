#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: send_packets.py PORT SECONDS   packets of the VMC protocol to a UDP port of this machine, 60 a second:
a head that turns and an expression. Written here, without a library for OSC."""
import math
import socket
import struct
import sys
import time


def text(value):
    data = value.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def message(address, kinds, *values):
    return text(address) + text("," + kinds) + b"".join(
        text(value) if kind == "s" else struct.pack(">f", value) for kind, value in zip(kinds, values))


port, seconds = int(sys.argv[1]), float(sys.argv[2])
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
begin = time.monotonic()
while time.monotonic() - begin < seconds:
    half = 0.2 * math.sin(3 * (time.monotonic() - begin))
    for packet in (message("/VMC/Ext/Bone/Pos", "sfffffff", "Head", 0.0, 0.1, 0.0, math.sin(half), 0.0, 0.0, math.cos(half)),
                   message("/VMC/Ext/Blend/Val", "sf", "Joy", 0.5), message("/VMC/Ext/Blend/Apply", ""), b"no packet of OSC"):
        sender.sendto(packet, ("127.0.0.1", port))
    time.sleep(1 / 60)

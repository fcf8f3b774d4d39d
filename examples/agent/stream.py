#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drives an avatar from a stream of text and sound: stream.py SOCKET, the PATH of vrm live --control"""
import base64
import json
import math
import socket
import struct
import sys

RATE = 24000


def model(prompt):
    """Stands for a language model and a voice: yields pieces of text, and of 16-bit samples."""
    for word in f"[happy:0.6] You said {prompt}. [surprised:0.5] How nice!".split(" "):
        yield word + " ", b""
        if not word.startswith("["):
            tone = (math.sin(2 * math.pi * (140 + 12 * (i % 7)) * i / RATE) for i in range(RATE // 5))
            yield "", b"".join(struct.pack("<h", round(9000 * value)) for value in tone)


connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
lines = connection.makefile("rw", encoding="utf-8")


def send(**message):
    print(json.dumps(message), file=lines, flush=True)


send(type="say", id="answer", stream="pcm", sampleRate=RATE)
for text, samples in model("hello"):
    send(type="chunk", of="answer", text=text, data=base64.b64encode(samples).decode())
send(type="chunk", of="answer", end=True)
for message in map(json.loads, lines):  # at "begun" you play the sound
    print(message["type"], message.get("message", ""), flush=True)
    if message["type"] in ("spoken", "error"):
        break

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets an avatar answer the lines that you type: vesna.py AVATAR [options of vrm live]"""
import json
import subprocess
import sys

RULES = {"hello": "[happy:0.6] Hello! I am Vesna.", "sad": "[sad:0.5] Oh, I am sorry.", "?": "[surprised:0.5] Good question."}
vrm = subprocess.Popen(["vrm", "live", *sys.argv[1:], "--quiet", "--control", "-"],
                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def send(**message):
    print(json.dumps(message), file=vrm.stdin, flush=True)


def wait_for(kind, number=None):
    """Returns the answer or event of that type to the message of that number."""
    for line in vrm.stdout:
        message = json.loads(line)
        if message["type"] == "error":
            raise SystemExit(message["message"])
        if message["type"] == kind and message.get("id") == number:
            return message
    raise SystemExit("vrm live has ended")


print(wait_for("hello")["name"], "listens.", flush=True)
send(type="look", at="camera")
for number, line in enumerate(sys.stdin, 1):
    text = next((text for word, text in RULES.items() if word in line.lower()), "[neutral] I see.")
    send(type="say", id=number, text=text)
    print(text[text.index("]") + 2:], f"({wait_for('spoken', number)['seconds']:.1f} s)", flush=True)

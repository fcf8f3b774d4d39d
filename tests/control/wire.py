#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: wire.py VRM VRM_SCENE

Clients of the socket of `vrm live --control` that behave badly: each is answered or dropped, the
others go on, and memory stays bounded."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time

vrm, scene = (os.path.abspath(path) for path in sys.argv[1:3])
LIMIT_KIB = 64 << 10  # what a run of bad clients may add to the resident size


class Client:
    def __init__(self, path="socket"):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r", encoding="utf-8")

    def send(self, **message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def read(self, *kinds):
        for line in self.lines:
            message = json.loads(line)
            if message["type"] in kinds:
                return message
        return None

    def close(self):
        self.lines.close()
        self.socket.close()


def resident_kib(process):
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def send_until_dropped(client, block, most):
    """Sends without reading; returns whether the connection was closed."""
    client.socket.settimeout(0.2)
    end, sent = time.monotonic() + 60, 0
    while sent < most and time.monotonic() < end:
        try:
            sent += client.socket.send(block)
        except socket.timeout:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return True
    return False


def join():
    """A client with a place; those of clients that left are free within a few frames."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        client = Client()
        if client.read("hello"):
            return client
        client.close()
        time.sleep(0.05)
    raise AssertionError("the place of a client that left stays taken")


def check(process):
    good = Client()
    assert good.read("hello")["version"] == 1
    before = resident_kib(process)

    deaf = Client()
    assert send_until_dropped(deaf, b'{"type":"state","id":1}\n' * 1000, 64 << 20), "a client that never reads stays"
    noise = Client()
    noise.socket.sendall((bytes(range(11, 256)) * 20 + b"\n") * 1000)
    assert noise.read("error")["code"] in ("json", "limit")
    long = Client()
    long.socket.sendall(b"x" * (8 << 20) + b'\n{"type":"hello","id":7,"version":1}\n')
    assert long.read("error")["code"] == "limit" and long.read("ok")["id"] == 7
    gone = Client()
    gone.send(type="say", text="I do not stay.")
    gone.close()

    half = Client()  # sends no more, and still hears its speech end
    half.send(type="say", id="h", text="Bye.")
    half.socket.shutdown(socket.SHUT_WR)
    assert half.read("spoken")["id"] == "h" and half.read("anything") is None
    for client in (deaf, noise, long, half):
        client.close()
    good.send(type="say", id=1, text="I am still here.")
    assert good.read("spoken")["cut"] is False
    added = resident_kib(process) - before
    assert added < LIMIT_KIB, f"{added} KiB more"

    # Many that say something and go, while another one streams: none of them keeps its place.
    stream = Client()
    stream.send(type="say", id="s", stream="pcm")
    stream.send(type="chunk", of="s", data="AAAA" * 20000)
    assert stream.read("begun")["id"] == "s"
    for _ in range(12):
        brief = join()
        brief.send(type="look", at="camera")
        brief.close()
    stream.socket.shutdown(socket.SHUT_WR)  # no chunk can come any more: the stream has ended
    assert stream.read("spoken")["cut"] is False
    stream.close()

    # Neither do those that go while what they asked for waits behind another's speech.
    good.send(type="say", id="long", visemes=[[0, "aa"], [3000, "sil"]])
    assert good.read("begun")["id"] == "long"
    for number in range(12):
        brief = join()
        brief.send(type="say", id=number, text="Later.", queued=True)
        assert brief.read("ok")["id"] == number
        brief.close()
    good.send(type="stop")

    crowd = [join() for _ in range(7)]
    assert Client().read("hello") is None, "a ninth client"
    crowd.pop().close()
    join()
    print(f"bad clients added {max(added, 0)} KiB")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    subprocess.run([scene, "hero", "she.vrm"], check=True)
    server = subprocess.Popen([vrm, "live", "she.vrm", "--control", "socket", "--quiet"])
    try:
        while not os.path.exists("socket"):
            assert server.poll() is None
            time.sleep(0.02)
        check(server)
        server.terminate()
        assert server.wait(60) == 0
    finally:
        server.kill()

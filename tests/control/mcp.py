#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: mcp.py VRM VRM_SCENE

`vrm serve --live`: an assistant (MCP) and a program (JSON-RPC) drive the avatar of a running
`vrm live --control`, which comes, goes and hangs; clients that behave badly are answered."""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

vrm, scene = (os.path.abspath(path) for path in sys.argv[1:3])


class Live:
    def __init__(self, *options):
        self.process = subprocess.Popen([vrm, "live", "she.vrm", "--control", "talk.sock", "--quiet", *options])
        end = time.monotonic() + 60
        while not os.path.exists("talk.sock") and time.monotonic() < end:
            assert self.process.poll() is None
            time.sleep(0.02)

    def end(self):
        self.process.terminate()
        assert self.process.wait(60) == 0
        os.remove("talk.sock")


class Server:
    """A client of `vrm serve`: by lines (MCP), or with a header before each message."""

    def __init__(self, *options, has_headers=False, stdin=subprocess.PIPE):
        self.has_headers, self.number = has_headers, 0
        self.process = subprocess.Popen([vrm, "serve", *options, "--live", "talk.sock"],
                                        stdin=stdin, stdout=subprocess.PIPE)

    def request(self, method, **params):
        self.send(self.text_of(method, **params))
        return json.loads(self.read())

    def raw(self, text):
        self.send(text)
        return json.loads(self.read())

    def text_of(self, method, **params):
        self.number += 1
        return json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode()

    def frame(self, text):
        return b"Content-Length: %d\r\n\r\n" % len(text) + text if self.has_headers else text + b"\n"

    def send(self, text):
        self.process.stdin.write(self.frame(text))
        self.process.stdin.flush()

    def message(self, name, **members):
        """A request for a message of the protocol, as the server takes it."""
        if self.has_headers:
            return self.text_of(name, **members)
        return self.text_of("tools/call", name=name, arguments=members)

    def read(self):
        if not self.has_headers:
            return self.process.stdout.readline()
        size = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return self.process.stdout.read(size)

    def use(self, tool, **members):
        """Returns whether the tool failed, and what it said: an object, or a sentence."""
        result = self.request("tools/call", name=tool, arguments=members)["result"]
        text = result["content"][0]["text"]
        return result["isError"], json.loads(text) if text.startswith("{") else text

    def do(self, tool, **members):
        is_error, said = self.use(tool, **members)
        assert not is_error, (tool, members, said)
        return said

    def code(self, tool, **members):
        is_error, said = self.use(tool, **members)
        assert is_error and said["answer"]["type"] == "error", said
        return said["answer"]["code"]

    def children(self):
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(word) for word in file.read().split()]

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(60) == 0


def types(said):
    return [event["type"] for event in said["events"]]


def check_assistant(mcp):
    instructions = mcp.request("initialize", protocolVersion="2025-06-18")["result"]["instructions"]
    assert "An avatar is live" in instructions, instructions
    is_error, said = mcp.use("say", text="Is somebody there?")
    assert is_error and "vrm live AVATAR --control talk.sock" in said, said

    live = Live()
    said = mcp.do("say", text="[happy:0.6] Hello, I am Vesna.")
    number = said["answer"]["id"]
    hello = next(event for event in said["events"] if event["type"] == "hello")
    assert hello["name"] == "Vesna" and "happy" in hello["expressions"], hello
    said = mcp.do("events", seconds=30, of=number)
    assert said["events"][-1]["type"] == "spoken" and said["events"][-1]["id"] == number, said
    assert types(mcp.do("emote", emotion={"happy": 0.5}, hold=2)) == []
    mcp.do("look", at="camera")
    mcp.do("play", id="wave", motion="wave.vrma")
    said = mcp.do("events", seconds=30, of="wave")
    assert types(said) == ["begun", "finished"], said
    mcp.do("pose", bones={"head": [0, 0.1, 0, 1]})
    mcp.do("camera", shot="face", yaw=20)
    state = mcp.do("state")["answer"]
    assert state["camera"]["shot"] == "face" and state["look"] == {"at": "camera"}, state
    assert mcp.do("info", file="she.vrm")["name"] == "Vesna"  # the other tools are there, too

    stream = mcp.do("say", stream="text")["answer"]["id"]
    mcp.do("chunk", of=stream, text="A stream of ")
    mcp.do("chunk", of=stream, text="words.", end=True)
    assert "spoken" in types(mcp.do("events", seconds=30, of=stream))
    begin = time.monotonic()
    assert mcp.do("events", seconds=0.3)["events"] == [] and time.monotonic() - begin >= 0.3
    return live


def check_refusals(mcp):
    for code, tool, members in [
        ("member", "say", {"txt": "a"}),
        ("missing", "say", {}),
        ("value", "say", {"text": "a", "id": ""}),
        ("value", "say", {"text": "a", "pace": 1e300}),
        ("value", "look", {"at": [0, 0, 1e300]}),
        ("value", "chunk", {"of": "nobody", "data": 1}),
        ("state", "chunk", {"of": "nobody", "data": "!"}),
        ("state", "stop", {"layer": "nobody"}),
        ("avatar", "emote", {"emotion": "grumpy"}),
        ("file", "play", {"motion": "../secret.vrma"}),
        ("file", "say", {"sound": "/etc/passwd"}),
        ("json", "pose", {"bones": json.loads("[" * 40 + "]" * 40)}),
    ]:
        assert mcp.code(tool, **members) == code, (tool, members)
    for members in [{"type": "stop"}, {"text": "a" * (1 << 20)}, {"id": None, "text": "a"}]:
        answer = mcp.request("tools/call", name="say", arguments=members)
        assert answer["error"]["code"] == -32602, answer
    for members in [{"seconds": 61}, {"seconds": "1"}, {"of": {}}, {"second": 1}]:
        answer = mcp.request("tools/call", name="events", arguments=members)
        assert answer["error"]["code"] == -32602, answer
    answer = mcp.raw(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say","arguments":'
                     b'{"text":"\xff\xfe cut \xc3"}}}')
    assert answer.get("error") or json.loads(answer["result"]["content"][0]["text"]), answer
    assert mcp.do("state")["answer"]["type"] == "ok"


def check_flood(mcp):
    """Hundreds of says of one id: each is answered, the events are bounded."""
    for i in range(300):
        assert mcp.do("say", text=f"Number {i}.", id="same")["answer"] == {"type": "ok", "id": "same"}
    said = mcp.do("stop")
    assert len(said["events"]) <= 256


def check_comings_and_goings(mcp, live):
    live.end()
    is_error, said = mcp.use("state")
    assert is_error and "no connection to talk.sock" in said, said
    live = Live()
    assert "hello" in types(mcp.do("state"))
    live.process.send_signal(signal.SIGSTOP)
    is_error, said = mcp.use("state")
    assert is_error and "did not answer in 2 s" in said, said
    live.process.send_signal(signal.SIGCONT)
    for _ in range(100):  # the late answer is not taken for that of another message
        answer = mcp.do("state", id="mine")["answer"]
        assert answer["id"] == "mine", answer
    return live


# R-686
def check_end_behind_one_that_hangs(mcp, live):
    """More is sent than a socket holds, to a live process that does not read."""
    mcp.do("state")
    live.process.send_signal(signal.SIGSTOP)
    is_error, said = mcp.use("chunk", of="nobody", data="A" * 800000)
    assert is_error and "did not answer in 1 s" in said, said
    relay, = mcp.children()
    mcp.end()
    assert not os.path.exists(f"/proc/{relay}"), "the process of the connection stays"
    live.process.send_signal(signal.SIGCONT)


# R-711
def check_full_queue():
    """A live process that hangs, and whose queue of clients is full."""
    clients = []
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind("talk.sock")
        hanging.listen(0)
        try:
            while len(clients) < 100:
                clients.append(socket.socket(socket.AF_UNIX))
                clients[-1].setblocking(False)
                clients[-1].connect("talk.sock")
        except BlockingIOError:
            pass
        server = Server("--mcp")
        try:
            is_error, said = server.use("state")
            assert is_error and "it hangs: too many clients wait" in said, said
            server.end()
        finally:
            server.process.kill()
            for client in clients:
                client.close()
            os.remove("talk.sock")


def ended_by_input(server, close):
    """Seconds from the end of the input to that of the server, and its last answer."""
    time.sleep(0.3)  # the message runs
    begin = time.monotonic()
    close()
    try:
        answer = json.loads(server.read())
        assert server.process.wait(20) == 0
    finally:
        server.process.kill()
    return time.monotonic() - begin, answer


def is_given_up(answer):
    if "error" in answer:
        return answer["error"]["code"] == -32603 and "the client has gone" in answer["error"]["message"]
    return answer["result"]["isError"] and "the client has gone" in answer["result"]["content"][0]["text"]


# R-705
def check_end_of_input(live):
    for options in ({"has_headers": True}, {"has_headers": False}):
        words = () if options["has_headers"] else ("--mcp",)
        for name, members in (("events", {"seconds": 25, "of": "nobody"}), ("state", {})):
            if name == "state":
                live.process.send_signal(signal.SIGSTOP)
            server = Server(*words, **options)
            server.send(server.message(name, **members))
            seconds, answer = ended_by_input(server, server.process.stdin.close)
            live.process.send_signal(signal.SIGCONT)
            assert 2.4 <= seconds < 8 and is_given_up(answer), (words, name, seconds, answer)

        # Who has asked all and waits for the answer gets it.
        server = Server(*words, **options)
        server.send(server.message("state"))
        server.send(server.message("events", seconds=1, of="nobody"))
        server.process.stdin.close()
        for answer in (json.loads(server.read()), json.loads(server.read())):
            assert "result" in answer and not answer["result"].get("isError"), answer
        assert server.process.wait(20) == 0

    # One direction of a socket.
    ours, theirs = socket.socketpair()
    server = Server("--mcp", stdin=theirs)
    theirs.close()
    ours.sendall(server.frame(server.message("events", seconds=25, of="nobody")))
    seconds, answer = ended_by_input(server, lambda: ours.shutdown(socket.SHUT_WR))
    assert 2.4 <= seconds < 8 and is_given_up(answer), (seconds, answer)
    ours.close()

    # A file has no client that could go.
    with open("requests", "wb") as file:
        server.number = 0
        file.write(server.frame(server.message("events", seconds=4, of="nobody")))
    with open("requests", "rb") as file:
        server = Server("--mcp", stdin=file)
        answer = json.loads(server.read())
        assert not answer["result"]["isError"] and server.process.wait(20) == 0, answer


def check_reach(mcp):
    """A tool reads files of strangers; it does not have the connection, and ends before the server."""
    text = {"file": "she.vrm", "output": "never.glb", "seconds": "1000", "fps": "120"}
    mcp.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": "bake", "method": "tools/call",
                                        "params": {"name": "bake", "arguments": text}}).encode() + b"\n")
    mcp.process.stdin.flush()
    end = time.monotonic() + 30
    while len(mcp.children()) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.2)
    relay, tool = sorted(mcp.children())
    links = [os.readlink(f"/proc/{tool}/fd/{name}") for name in os.listdir(f"/proc/{tool}/fd")]
    assert not any(link.startswith("socket:") for link in links), links
    mcp.process.kill()
    mcp.process.wait()
    end = time.monotonic() + 30
    while os.path.exists(f"/proc/{relay}") and time.monotonic() < end:
        time.sleep(0.02)
    assert not os.path.exists(f"/proc/{relay}"), "the process of the connection stays"


def check_program(program):
    answer = program.request("say", text="Hello.")
    assert answer["result"]["answer"]["type"] == "ok", answer
    answer = program.request("events", seconds=30, of=answer["result"]["answer"]["id"])
    assert answer["result"]["events"][-1]["type"] == "spoken", answer
    answer = program.request("emote", emotion="grumpy")
    assert answer["error"]["code"] == -32003 and answer["error"]["data"] == {"code": "avatar"}, answer
    session = program.request("load_vrm", path="she.vrm")["result"]["session_id"]
    assert program.request("dispose", session_id=session)["result"] == {}
    assert program.request("sing")["error"]["code"] == -32601
    program.end()


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    subprocess.run([scene, "hero", "she.vrm"], check=True)
    subprocess.run([scene, "clip", "wave.vrma"], check=True)
    check_full_queue()
    server, live = Server("--mcp", "--timeout", "2"), None
    try:
        live = check_assistant(server)
        check_refusals(server)
        check_flood(server)
        live = check_comings_and_goings(server, live)
        server.end()
        server = Server("--mcp", "--timeout", "1")
        check_end_behind_one_that_hangs(server, live)
        server = Server("--mcp")
        check_reach(server)
        server = Server(has_headers=True)
        check_program(server)
        check_end_of_input(live)
        live.end()
    finally:
        server.process.kill()
        if live:
            live.process.kill()

# SPDX-License-Identifier: MIT
"""usage: flood.py COUNT PORT...   sends garbage to UDP ports of this machine as fast as it can: chance, pieces of good packets,
and packets with wrong bits. Prints a line after COUNT packets; at the end of its input how many, and how many bytes came
back."""
import json, random, select, socket, sys

import live_ends
from live_ends import HOST, packets


def garbage(chance):
    person = live_ends.person_at(1)
    good = [live_ends.mark(1), packets.openseeface(person), packets.ifacialmocap(person), packets.vtubestudio(person),
            packets.livelink(person), packets.mocopi_skeleton(), live_ends.mocopi_at(1, 1)]
    out = [b"", b"\0", chance.randbytes(60000)]
    for _ in range(500):
        data = bytearray(chance.choice(good))
        if chance.random() < 0.5:
            del data[chance.randrange(len(data)):]
        for _ in range(chance.choice((1, 3, 40)) if data else 0):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        out.append(bytes(data) if chance.random() < 0.8 else chance.randbytes(chance.randrange(2000)))
    return out


def main():
    count, *ports = [int(word) for word in sys.argv[1:]]
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.setblocking(False)
    pieces, sent, answers = garbage(random.Random(1)), 0, 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        for data in pieces:
            try:
                sender.sendto(data, (HOST, ports[sent % len(ports)]))
                sent += 1
            except OSError:
                pass
        if sent >= count:
            print("enough", flush=True)
            count = float("inf")
        try:
            answers += len(sender.recv(65536))
        except OSError:
            pass
    print(json.dumps({"sent": sent, "answers": answers}))


main()

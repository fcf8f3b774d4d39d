// SPDX-License-Identifier: MIT
// A server that is tested, and a client that speaks HTTP by itself, so that it can say what no browser would.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something is so; machines that test may be busy. */
export async function until(isReached, limit = 10000) {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(10)) if (isReached()) return true;
  return false;
}

export class Server {
  /** `words`: the program and its arguments. It prints one JSON object with `url` and `port`. */
  static async start(words, { cwd, env = {} } = {}) {
    const server = new Server();
    server.child = spawn(words[0], words.slice(1), { cwd, env: { ...process.env, ...env } });
    server.said = '';
    server.complaints = '';
    server.child.stderr.on('data', (bytes) => {
      server.complaints += bytes;
    });
    server.ended = new Promise((resolve) => server.child.on('close', (code, signal) => resolve(code ?? signal)));
    await new Promise((resolve, reject) => {
      server.child.stdout.on('data', (bytes) => {
        server.said += bytes;
        if (server.said.includes('\n')) resolve();
      });
      server.ended.then(() => reject(new Error(`${words.slice(0, 2).join(' ')} ended: ${server.complaints}`)));
    });
    Object.assign(server, JSON.parse(server.said.split('\n')[0]));
    server.token = new URL(server.url).pathname.split('/')[1];
    server.host = `127.0.0.1:${server.port}`;
    return server;
  }
  async stop(signal = 'SIGINT') {
    this.child.kill(signal);
    return this.ended;
  }
  /** Memory of the process, bytes. */
  get resident() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))[1]) * 1024;
  }
  /** A connection; `text` is everything that came. */
  connect() {
    const socket = net.connect(this.port, '127.0.0.1');
    const peer = { socket, bytes: Buffer.alloc(0), isClosed: false };
    const parts = [];
    socket.on('error', () => {});
    socket.on('data', (part) => {
      parts.push(part);
    });
    peer.closed = new Promise((resolve) =>
      socket.on('close', () => {
        peer.isClosed = true;
        resolve();
      }),
    );
    Object.defineProperty(peer, 'bytes', { get: () => Buffer.concat(parts) });
    Object.defineProperty(peer, 'text', { get: () => peer.bytes.toString('latin1') });
    return peer;
  }
  /** Sends raw bytes, and waits for the end of the connection. */
  async raw(bytes, limit = 15000) {
    const peer = this.connect();
    peer.socket.write(bytes);
    await Promise.race([peer.closed, sleep(limit)]);
    peer.socket.destroy();
    return parse(peer.bytes, peer.isClosed);
  }
  /** A request as a careful client writes it; `extra` replaces or adds headers. */
  get(rest, extra = {}, method = 'GET') {
    return this.ask(`/${this.token}/${rest}`, extra, method);
  }
  ask(place, extra = {}, method = 'GET') {
    const headers = { Host: this.host, Connection: 'close', ...extra };
    const lines = Object.entries(headers)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}: ${value}\r\n`);
    return this.raw(Buffer.from(`${method} ${place} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'));
  }
}

/** Status, headers and body of an answer. */
export function parse(bytes, isClosed) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: {}, body: bytes, isClosed };
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(first.split(' ')[1]), headers, body: bytes.subarray(end + 4), isClosed };
}

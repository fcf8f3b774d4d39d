// SPDX-License-Identifier: MIT
// `vrm serve` as the vrm-conformance suite drives an adapter.
import { spawn } from 'node:child_process';

/** An adapter at the other end of two pipes; one request at a time. */
export class Adapter {
  #buffer = Buffer.alloc(0);
  #next = null;
  #id = 0;
  constructor(folder) {
    this.child = spawn(process.env.VRM, ['serve', '--still', folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout.on('data', (bytes) => {
      this.#buffer = Buffer.concat([this.#buffer, bytes]);
      const head = this.#buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const size = Number(/content-length: *(\d+)/i.exec(this.#buffer.subarray(0, head).toString())[1]);
      if (this.#buffer.length < head + 4 + size) return;
      const body = this.#buffer.subarray(head + 4, head + 4 + size).toString();
      this.#buffer = this.#buffer.subarray(head + 4 + size);
      this.#next(JSON.parse(body));
    });
  }
  async call(method, params) {
    const text = JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params });
    const answer = await new Promise((resolve) => {
      this.#next = resolve;
      this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }
  end() {
    this.child.stdin.end();
    return new Promise((resolve) => this.child.on('close', resolve));
  }
}

// SPDX-License-Identifier: MIT
// usage: live_client.mjs LIVE_PAGE_SERVER    (VRM_SCENE in the environment)
//
// A client of the page of `vrm live`: what strangers ask for is refused as `vrm view` refuses it (client.mjs tries
// all of that; here the paths that are new), readers that are slow, many or gone, and the key that stays.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RecordReader } from '../../web/live/poses.js';
import { Server, parse, sleep, until } from './server.mjs';

const program = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), 'vrm-live-test-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
let claims = 0,
  failures = 0;
function claim(isTrue, text) {
  claims++;
  if (isTrue) return;
  failures++;
  console.error(`FAILED: ${text}`);
}
const path = (...names) => join(work, ...names);
const source = fileURLToPath(new URL('../../web/live', import.meta.url));

mkdirSync(path('page', 'libvrm'), { recursive: true });
cpSync(source, path('page', 'live'), { recursive: true });
writeFileSync(path('page', 'index.html'), 'the viewer');
execFileSync(process.env.VRM_SCENE, ['1.0', path('a.vrm')]);
const avatar = readFileSync(path('a.vrm'));
const start = (...more) => Server.start([program, path('a.vrm'), path('page'), ...more], { cwd: work });
const obey = (server, line) => server.child.stdin.write(`${line}\n`);

/** The body of a chunked response as far as it has come. */
function unchunk(bytes) {
  const parts = [];
  for (let at = bytes.indexOf('\r\n\r\n') + 4; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) break;
    const size = parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
    if (!(size > 0) || at > bytes.length) break;
  }
  return Buffer.concat(parts);
}

/** A reader of the stream. */
function listen(server) {
  const peer = server.connect();
  peer.socket.write(`GET /${server.token}/poses HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`);
  peer.read = () => new RecordReader().take(unchunk(peer.bytes));
  return peer;
}

/** A reader whose stream has begun: the place of one that left is free when the next state finds it gone. */
async function enter(server) {
  for (let tries = 0; tries < 50; tries++) {
    const peer = listen(server);
    if ((await until(() => peer.isClosed || peer.bytes.length > 500)) && peer.text.startsWith('HTTP/1.1 200'))
      return peer;
    peer.socket.destroy();
    await sleep(50);
  }
  return null;
}

const server = await start();

// ---- What a browser gets ----

{
  claim(new URL(server.url).pathname === `/${server.token}/live/`, `the address: ${server.url}`);
  const page = await server.get('live/');
  claim(page.status === 200 && page.body.equals(readFileSync(join(source, 'index.html'))), 'the page');
  claim(
    page.headers['content-security-policy'].includes("default-src 'none'") &&
      page.headers['x-content-type-options'] === 'nosniff',
    'its policy',
  );
  for (const place of [`/${server.token}`, `/${server.token}/`]) {
    const moved = await server.ask(place);
    claim(moved.status === 302 && moved.headers.location === `/${server.token}/live/`, `${place} leads to it`);
  }
  for (const name of readdirSync(source)) claim((await server.get(`live/${name}`)).status === 200, name);
  claim((await server.get('files/0')).body.equals(avatar), 'the avatar, by its number');
  const head = await server.get('poses', {}, 'HEAD');
  claim(head.status === 200 && head.body.length === 0, 'HEAD of the stream');
}

// ---- The stream ----

// the server's first description of the avatar fails; the next one is sent.
{
  const tab = await enter(server);
  claim(tab !== null && (await until(() => tab.bytes.length > 3000)), 'a stream begins');
  const head = parse(tab.bytes).headers;
  claim(
    head['content-type'] === 'application/octet-stream' &&
      head['cache-control'] === 'no-store' &&
      head['cross-origin-resource-policy'] === 'same-origin' &&
      head['access-control-allow-origin'] === undefined,
    'its headers',
  );
  const { avatar: said, state } = tab.read();
  claim(
    said.version === 1 &&
      said.file.name === 'a.vrm' &&
      said.file.url === 'files/0' &&
      said.file.size === avatar.length &&
      said.expressions.includes('happy') &&
      said.nodes > 20,
    `the avatar: ${JSON.stringify(said)}`,
  );
  claim(state.weights.length === said.expressions.length, 'a weight for each expression');
  claim(Math.abs(state.clock - Date.now()) < 5000, 'the time of the day');
  obey(server, 'expression happy 0.25');
  obey(server, 'bone head 0 0.6 0 0.8');
  claim(
    await until(() => {
      const now = tab.read().state;
      return now.weights[said.expressions.indexOf('happy')] === 0.25 && now.nodes.some(({ rotation }) => rotation);
    }),
    'what was put comes',
  );
  tab.socket.destroy();
}

// ---- Who is refused ----

const wrong = `${server.token.slice(0, 31)}${server.token.endsWith('0') ? '1' : '0'}`;
for (const rest of ['poses', 'live/', 'live/live.js', 'files/0']) {
  claim((await server.ask(`/${wrong}/${rest}`)).status === 404, `another token: ${rest}`);
  claim((await server.ask(`/${rest}`)).status === 404, `no token: ${rest}`);
  for (const host of ['evil.test', `evil.test:${server.port}`, `127.0.0.1:${server.port + 1}`, ''])
    claim((await server.get(rest, { Host: host })).status === 403, `host "${host}": ${rest}`);
  for (const origin of ['http://evil.test', 'null', `https://${server.host}`])
    claim((await server.get(rest, { Origin: origin })).status === 403, `origin ${origin}: ${rest}`);
  for (const method of ['POST', 'PUT', 'OPTIONS', 'CONNECT'])
    claim([400, 405, 501].includes((await server.get(rest, {}, method)).status), `${method} ${rest}`);
  const foreign = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
  claim((await server.get(rest, foreign)).status === 403, `a fetch of another site: ${rest}`);
}
for (const [rest, dest, status] of [
  ['live/', 'document', 200],
  ['live/', 'iframe', 403],
  ['live/live.js', 'document', 403],
  ['poses', 'document', 403],
]) {
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': dest };
  claim((await server.get(rest, headers)).status === status, `a link of another site to ${rest} as ${dest}`);
}
for (const place of [
  'poses/',
  'poses?x',
  'poses/0',
  'session.json',
  'events',
  'live',
  'live//',
  'live/../live/',
  'live/..%2findex.html',
  '%6cive/',
  'files/1',
  'files/-1',
  'files/0/0',
  '../a.vrm',
]) {
  const { status } = await server.get(place);
  claim(place.includes('?') ? status === 200 : status === 404, `path ${place}: ${status}`);
}

// ---- Slow, many, gone ----

{
  // four at most: a fifth is refused, and those that are there stay
  const tabs = [];
  for (let i = 0; i < 4; i++) tabs.push(await enter(server));
  claim((await server.get('poses')).status === 503, 'a fifth stream');
  const before = tabs.map((tab) => tab.bytes.length);
  await sleep(300);
  claim(
    tabs.every((tab, i) => !tab.isClosed && tab.bytes.length > before[i]),
    'four go on',
  );
  tabs[0].socket.destroy();
  claim(await until(() => tabs.every((tab, i) => i === 0 || !tab.isClosed)), 'one that goes takes nobody along');
  const late = await enter(server);
  claim(late !== null, 'its place is free for another one');
  for (const tab of [...tabs, late]) tab?.socket.destroy();
}
{
  // a reader that stops reading for three seconds is then near the present, and costs no memory
  const tab = await enter(server);
  await until(() => tab.bytes.length > 3000);
  const resident = server.resident;
  tab.socket.pause();
  await sleep(3000);
  const resumed = Date.now();
  tab.socket.resume();
  let clock = 0;
  claim(await until(() => (clock = tab.read().state?.clock ?? 0) > resumed), 'a slow reader reaches the present');
  claim(Date.now() - resumed < 2000, `soon: ${Date.now() - resumed} ms`);
  claim(server.resident - resident < 1e6 || process.env.ASAN_OPTIONS, 'and took no memory');
  tab.socket.destroy();
}
{
  // hundreds that come and go
  const room = process.env.ASAN_OPTIONS ? 30e6 : 1e6;
  const rounds = async (count) => {
    for (let i = 0; i < count; i++) {
      const tab = listen(server);
      tab.socket.once('data', () => tab.socket.destroy());
      await tab.closed;
    }
  };
  await rounds(50);
  const before = server.resident;
  await rounds(250);
  claim(server.resident - before < room, `memory is flat: ${before} to ${server.resident} bytes`);
}

// ---- The end, and the key ----

{
  const tab = await enter(server);
  claim((await server.stop()) === 0, `it ends: ${server.complaints}`);
  await Promise.race([tab.closed, sleep(3000)]);
  claim(tab.isClosed && tab.bytes.subarray(-5).toString() === '0\r\n\r\n', 'a stream ends in order');
}
{
  const first = await start('key');
  claim((statSync(path('key')).mode & 0o777) === 0o600, 'a new key is for its user alone');
  claim(readFileSync(path('key'), 'utf8') === `${first.token}\n`, 'and has the secret');
  await first.stop();
  const again = await start('key', String(first.port));
  claim(again.url === first.url, 'the address stays the same');
  await again.stop();
  const fails = (text, mode = 0o600) => {
    writeFileSync(path('key'), text);
    chmodSync(path('key'), mode);
    const ended = spawnSync(program, [path('a.vrm'), path('page'), path('key')], { encoding: 'utf8' });
    return ended.status === 0 ? '' : ended.stderr;
  };
  claim(/other users can use this key/.test(fails(`${first.token}\n`, 0o644)), 'a key that others can read');
  for (const text of ['', first.token, `${first.token}0\n`, `${first.token.slice(1)}\n`, `${'x'.repeat(32)}\n`])
    claim(/not a key/.test(fails(text)), `a key of ${text.length} characters`);
}

console.log(`${claims} claims, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);

// SPDX-License-Identifier: MIT
// usage: client.mjs VRM    (VRM_SCENE in the environment)
//
// A client of `vrm view` that speaks HTTP by itself, so that it can say what no browser would: wrong
// tokens, hosts, origins, methods and paths, slow and huge requests, hundreds of connections. Then
// what a browser needs: ranges, side files, events, files that change, vanish and grow.
import { execFileSync, spawnSync } from 'node:child_process';
import dgram from 'node:dgram';
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Server, parse, sleep, until } from './server.mjs';

const vrm = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), 'vrm-view-test-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
let claims = 0;
let failures = 0;
function claim(isTrue, text) {
  claims++;
  if (isTrue) return;
  failures++;
  console.error(`FAILED: ${text}`);
}
const path = (...names) => join(work, ...names);

// ---- The server ----

const start = (args, env = {}) => Server.start([vrm, 'view', '--json', ...args], { cwd: work, env });

/** Events of a stream, as they come. */
function listen(server, extra = {}) {
  const peer = server.connect();
  const lines = Object.entries({ Host: server.host, Accept: 'text/event-stream', ...extra });
  peer.socket.write(`GET /${server.token}/events HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`);
  peer.events = (name) =>
    [...peer.text.matchAll(/event: (\w+)\ndata: ([^\n]*)\n/g)]
      .filter((match) => match[1] === name)
      .map((match) => JSON.parse(match[2]));
  peer.until = async (isReached, limit = 8000) => {
    for (const end = Date.now() + limit; Date.now() < end; await sleep(10)) if (isReached(peer)) return true;
    return false;
  };
  return peer;
}

// ---- Files ----

mkdirSync(path('page', 'libvrm'), { recursive: true });
writeFileSync(path('page', 'index.html'), '<!doctype html><title>stand-in</title>');
writeFileSync(path('page', 'libvrm', 'index.js'), 'export const x = 1;');
writeFileSync(path('page', '.hidden'), 'hidden');
writeFileSync(path('secret.txt'), 'secret');
execFileSync(process.env.VRM_SCENE, ['1.0', path('a.vrm')]);
execFileSync(process.env.VRM_SCENE, ['1.0', path('b.vrm')]);
mkdirSync(path('model', 'tex'), { recursive: true });
writeFileSync(path('model', 'tex', 'a b.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
writeFileSync(path('model', 'data.bin'), 'bytes');
writeFileSync(path('model', 'evil.html'), '<script>1</script>');
symlinkSync(path('secret.txt'), path('model', 'link.bin'));
writeFileSync(
  path('model', 'm.gltf'),
  JSON.stringify({
    asset: { version: '2.0' },
    buffers: [
      { uri: 'data.bin', byteLength: 5 },
      { uri: '../secret.txt', byteLength: 6 },
      { uri: 'link.bin', byteLength: 6 },
      { uri: 'data:application/octet-stream;base64,AAAA', byteLength: 3 },
      { uri: '%2e%2e/secret.txt', byteLength: 6 },
      { uri: '/etc/passwd', byteLength: 6 },
      { uri: 'file:///etc/passwd', byteLength: 6 },
      { uri: 'evil.html', byteLength: 6 },
    ],
    images: [{ uri: 'tex/a%20b.png' }],
  }),
);
const avatar = readFileSync(path('a.vrm'));
const server = await start(['--no-open', '--page', 'page', '--vmc', '0', 'a.vrm', 'b.vrm', 'model/m.gltf']);

// ---- What a browser gets ----

claim(/^[0-9a-f]{32}$/.test(server.token), 'the token has 128 bits');
{
  const page = await server.get('');
  claim(page.status === 200 && page.body.toString().includes('stand-in'), 'the page');
  const policy = page.headers['content-security-policy'] ?? '';
  for (const part of [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
    claim(policy.includes(part), `policy has ${part}`);
  claim(!policy.includes('unsafe-inline') && !/'unsafe-eval'/.test(policy), 'no inline code');
  claim(
    page.headers['x-content-type-options'] === 'nosniff' &&
      page.headers['referrer-policy'] === 'no-referrer' &&
      page.headers['cross-origin-opener-policy'] === 'same-origin' &&
      page.headers['cross-origin-resource-policy'] === 'same-origin',
    'headers of isolation',
  );
  const script = await server.get('libvrm/index.js');
  claim(script.status === 200 && script.headers['content-type'].startsWith('text/javascript'), 'a module of the page');
  claim((await server.get('libvrm/index.js', { 'If-None-Match': script.headers.etag })).status === 304, 'is cached');
  const moved = await server.ask(`/${server.token}`);
  claim(moved.status === 302 && moved.headers.location === `/${server.token}/`, 'without its last slash');
  const head = await server.get('files/0', {}, 'HEAD');
  claim(
    head.status === 200 && Number(head.headers['content-length']) === avatar.length && head.body.length === 0,
    'HEAD',
  );
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    claim((await server.get('', { Host: `${host}:${server.port}` })).status === 200, `host ${host}`);
    claim((await server.get('', { Origin: `http://${host}:${server.port}` })).status === 200, `origin ${host}`);
  }
}

const session = JSON.parse((await server.get('session.json')).body.toString());
claim(
  session.files.length === 3 &&
    session.files[0].name === 'a.vrm' &&
    session.files[0].url === 'files/0' &&
    session.files[0].size === avatar.length &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(session.files[0].modified) &&
    session.events === 'events' &&
    session.vmc === true &&
    typeof session.version === 'string',
  'session.json',
);
{
  const whole = await server.get('files/0');
  claim(whole.status === 200 && whole.body.equals(avatar) && whole.headers['accept-ranges'] === 'bytes', 'a file');
  const kept = server.connect(); // three requests on one connection
  kept.socket.write(`GET /${server.token}/files/1 HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`.repeat(3));
  claim(
    (await until(() => kept.bytes.length > 3 * avatar.length)) && !kept.isClosed,
    'one connection carries many requests',
  );
  kept.socket.destroy();
}

// ---- Side files ----

const sides = session.files[2].sideFiles;
claim(
  sides.map((side) => side.uri).join() === 'data.bin,link.bin,evil.html,tex/a%20b.png',
  `side files: ${JSON.stringify(sides)}`,
);
claim((await server.get(sides[0].url)).body.toString() === 'bytes', 'a side file');
claim((await server.get(sides[1].url)).status === 404, 'a link that leads out of the folder is refused');
claim(
  (await server.get(sides[2].url)).headers['content-type'] === 'application/octet-stream',
  'no page is served as one',
);
claim((await server.get(sides[3].url)).headers['content-type'] === 'image/png', 'a picture with a blank in its name');

// ---- Ranges ----

for (const [range, first, count] of [
  ['0-3', 0, 4],
  ['4-', 4, avatar.length - 4],
  ['-7', avatar.length - 7, 7],
  ['10-999999999', 10, avatar.length - 10],
]) {
  const part = await server.get('files/0', { Range: `bytes=${range}` });
  claim(
    part.status === 206 &&
      part.body.equals(avatar.subarray(first, first + count)) &&
      part.headers['content-range'] === `bytes ${first}-${first + count - 1}/${avatar.length}`,
    `range ${range}`,
  );
}
for (const range of [`${avatar.length}-`, '-0', '99999999999999999999-']) {
  const part = await server.get('files/0', { Range: `bytes=${range}` });
  claim(
    range.length > 19
      ? part.status === 200
      : part.status === 416 && part.headers['content-range'] === `bytes */${avatar.length}`,
    `range ${range} is ${part.status}`,
  );
}
for (const range of ['bytes=5-1', 'bytes=a-b', 'bytes=1-2,5-6', 'cows=1-2', 'bytes=--5', ''])
  claim((await server.get('files/0', { Range: range })).status === 200, `range "${range}" is ignored`);
claim(
  (await server.get('files/0', { Range: 'bytes=0-3', 'If-Range': '"other"' })).status === 200,
  'If-Range of another content',
);
{
  const { etag } = (await server.get('files/0', {}, 'HEAD')).headers;
  claim((await server.get('files/0', { Range: 'bytes=0-3', 'If-Range': etag })).status === 206, 'If-Range');
}

// ---- Who is refused ----

const wrong = [...server.token];
wrong[31] = wrong[31] === '0' ? '1' : '0';
for (const token of [
  wrong.join(''),
  server.token.slice(0, 31),
  `${server.token}0`,
  server.token.toUpperCase().replace(/^[0-9]+$/, 'x'),
  '',
  '%00',
])
  claim(token === server.token || (await server.ask(`/${token}/session.json`)).status === 404, `token ${token}`);
claim((await server.ask('/')).status === 404 && (await server.ask('/favicon.ico')).status === 404, 'no token');
for (const host of [
  'evil.test',
  `evil.test:${server.port}`,
  '127.0.0.1',
  `127.0.0.1:${server.port + 1}`,
  'localhost',
  '',
  null,
  `localhost.:${server.port}`,
  `127.0.0.1:${server.port}.evil.test`,
]) {
  const { status } = await server.get('session.json', { Host: host });
  claim(status === 403 || (host === null && status === 400), `host ${host}: ${status}`);
}
claim(
  [400, 403].includes(
    (await server.raw(`GET /${server.token}/ HTTP/1.1\r\nHost: ${server.host}\r\nHost: evil.test\r\n\r\n`)).status,
  ),
  'two hosts',
);
claim(
  [400, 403].includes((await server.raw(`GET /${server.token}/ HTTP/1.0\r\n\r\n`)).status),
  'HTTP/1.0 without a host',
);
for (const origin of [
  'http://evil.test',
  'null',
  `https://${server.host}`,
  `http://${server.host}.evil.test`,
  `http://127.0.0.1:${server.port + 1}`,
  'file://',
])
  claim((await server.get('session.json', { Origin: origin })).status === 403, `origin ${origin}`);
for (const site of ['cross-site', 'same-site', 'nonsense'])
  claim(
    (await server.get('files/0', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }))
      .status === 403,
    `fetch from ${site}`,
  );
claim(
  (await server.get('', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }))
    .status === 403,
  'a frame of another site',
);
claim(
  (await server.get('', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }))
    .status === 200,
  'a link that was clicked',
);
for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PATCH', 'get', 'BREW']) {
  const reply = await server.get('session.json', {}, method);
  claim([405, 400, 501].includes(reply.status) && !reply.body.includes('a.vrm'), `method ${method}: ${reply.status}`);
}
{
  const reply = await server.raw(
    `POST /${server.token}/session.json HTTP/1.1\r\nHost: ${server.host}\r\nContent-Length: 1000000\r\n\r\n`,
  );
  claim(reply.status !== 200, 'a body');
  const withBody = await server.raw(
    `GET /${server.token}/session.json HTTP/1.1\r\nHost: ${server.host}\r\nContent-Length: 5\r\n\r\nhello`,
  );
  claim(withBody.status !== 200, 'a GET with a body');
}
for (const place of [
  '../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '%2e%2e%2fsecret.txt',
  '....//secret.txt',
  '..\\secret.txt',
  '/etc/passwd',
  '//etc/passwd',
  'files/',
  'files/3',
  'files/-1',
  'files/00000000',
  'files/0/0',
  'files/2/9',
  'files/2/../../secret.txt',
  'files/99999999999',
  'files/0x0',
  'files/0%00',
  'files/a.vrm',
  'files/0/',
  'files/2/',
  '.hidden',
  'libvrm',
  'libvrm/',
  'libvrm//index.js',
  'libvrm/../index.html',
  'index.html%00.js',
  './index.html',
  'libvrm/%69ndex.js',
  'session.json/',
  'events/',
  `${'a/'.repeat(4000)}`,
  'a'.repeat(8000),
]) {
  const { status, body } = await server.get(place);
  claim(
    (status === 404 || status === 400 || status === 414) && !body.includes('secret'),
    `path ${place.slice(0, 40)}: ${status}`,
  );
}
{
  // the text ends at the NUL, and is a path that is allowed
  const reply = await server.raw(
    `GET /${server.token}/index.html\0/../../secret.txt HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`,
  );
  claim(!reply.body.includes('secret'), 'a NUL leads nowhere else');
}
for (const bytes of [
  `GET http://evil.test/${server.token}/session.json HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`,
  `GET /${server.token}/session.json HTTP/1.1\nHost: evil.test\n\n`,
  'GET\r\n\r\n',
  '\r\n\r\n\r\n',
  '\0'.repeat(100),
  `GET /${server.token}/session.json\r\n\r\n`,
  `GET /${server.token}/session.json HTTP/9.9\r\nHost: evil.test\r\n\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.repeat(20),
]) {
  const reply = await server.raw(Buffer.from(bytes, 'latin1'), 500);
  claim(reply.status !== 200, `bytes ${JSON.stringify(bytes.slice(0, 60))}: ${reply.status}`);
}

// ---- Huge, slow and many ----

claim(
  (await server.get('', { 'X-Long': 'a'.repeat(20000) })).status === 200,
  'cookies of other local servers may be long',
);
claim([431, 413, 400, 0].includes((await server.get('', { 'X-Long': 'a'.repeat(100000) })).status), 'a huge header');
claim(
  [431, 413, 400, 0].includes((await server.raw(`GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(50000)}\r\n`)).status),
  'many headers',
);
const slow = server.connect();
const begun = Date.now();
const drip = setInterval(() => slow.socket.write('a'), 500);
slow.socket.write(`GET /${server.token}/ HTTP/1.1\r\nHost: ${server.host}\r\nX: `);
const silent = server.connect();
const many = Array.from({ length: 200 }, () => server.connect());
await sleep(300);
claim((await server.get('session.json')).status === 200, 'two hundred silent connections block nobody');
const crowd = await Promise.all(Array.from({ length: 100 }, () => server.get('files/0')));
claim(
  crowd.every((reply) => reply.status === 200 && reply.body.equals(avatar)),
  'a hundred requests at once',
);
for (const peer of many) peer.socket.destroy();

// ---- Files that change ----

const first = listen(server);
const second = listen(server);
claim(await first.until((peer) => peer.text.includes('retry:')), 'a stream begins');
claim(first.text.includes('text/event-stream'), 'its type');
{
  // written beside and renamed
  writeFileSync(path('a.tmp'), Buffer.concat([avatar]));
  renameSync(path('a.tmp'), path('a.vrm'));
  const start = Date.now();
  claim(await first.until((peer) => peer.events('changed').length === 1), 'a rename is seen');
  claim(Date.now() - start < 6000, `within a moment: ${Date.now() - start} ms`);
  claim(
    first.events('changed')[0].index === 0 && (await second.until((peer) => peer.events('changed').length === 1)),
    'by everybody',
  );
}
{
  // written piece by piece, with pauses: a GLB is as long as its header says
  const file = openSync(path('b.vrm'), 'w');
  for (let at = 0; at < avatar.length; at += 100000) {
    writeSync(file, avatar.subarray(at, at + 100000));
    await sleep(400);
    if (at + 100000 < avatar.length) claim(first.events('changed').length === 1, 'a half-written file is not shown');
  }
  closeSync(file);
  claim(
    (await first.until((peer) => peer.events('changed').length === 2)) && first.events('changed')[1].index === 1,
    'a whole one is',
  );
}
{
  // vanishes, comes back
  unlinkSync(path('a.vrm'));
  await sleep(700);
  claim((await server.get('files/0')).status === 404, 'a file that vanished');
  const gone = JSON.parse((await server.get('session.json')).body.toString()).files[0];
  claim(gone.size === null && gone.modified === null, 'has no size');
  claim(first.events('changed').length === 2, 'nothing to show');
  mkdirSync(path('a.vrm'));
  claim((await server.get('files/0')).status === 404, 'a folder in its place');
  rmSync(path('a.vrm'), { recursive: true });
  execFileSync('mkfifo', [path('a.vrm')]);
  claim((await server.get('files/0')).status === 404, 'a pipe in its place');
  unlinkSync(path('a.vrm'));
  symlinkSync('/etc/passwd', path('a.vrm'));
  claim((await server.get('files/0')).status === 404, 'a link that leads out of its folder in its place');
  unlinkSync(path('a.vrm'));
  symlinkSync('b.vrm', path('a.vrm'));
  claim((await server.get('files/0')).status === 200, 'a link within its folder');
  unlinkSync(path('a.vrm'));
  writeFileSync(path('a.vrm'), avatar);
  claim(await first.until((peer) => peer.events('changed').length === 3), 'it is back');
}
{
  // a side file
  writeFileSync(path('model', 'data.bin'), 'other');
  claim(
    (await first.until((peer) => peer.events('changed').length === 4)) && first.events('changed')[3].index === 2,
    'a side file changes',
  );
}
{
  // a client that missed something
  const late = listen(server, { 'Last-Event-ID': '2' });
  claim(await late.until((peer) => peer.events('changed').length === 2), 'events that were missed are sent');
  late.socket.destroy();
}
{
  // many tabs: the oldest stream makes room and its client comes again
  const tabs = Array.from({ length: 6 }, () => listen(server));
  await Promise.all(tabs.map((tab) => tab.until((peer) => peer.text.includes('retry: 1000'))));
  await until(
    () => first.text.includes('retry: 2000') && tabs.filter((tab) => tab.text.includes('retry: 2000')).length === 2,
  );
  const open = tabs.filter((tab) => !tab.text.includes('retry: 2000')).length;
  claim(
    open === 4 && first.text.includes('retry: 2000') && first.events('bye').length === 0,
    `four streams at most: ${open}`,
  );
  for (const tab of tabs) tab.socket.destroy();
}
{
  // grows while it is sent: the answer is as long as it said
  writeFileSync(path('b.vrm'), Buffer.alloc(30e6, 1));
  const peer = server.connect();
  peer.socket.pause();
  peer.socket.write(`GET /${server.token}/files/1 HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`);
  await sleep(100);
  appendFileSync(path('b.vrm'), Buffer.alloc(1e6, 2));
  peer.socket.resume();
  await peer.closed;
  const reply = parse(peer.bytes);
  claim(reply.body.length === 30e6 && !reply.body.includes(2), 'a file that grows');
  const shrinking = server.connect();
  shrinking.socket.pause();
  shrinking.socket.write(`GET /${server.token}/files/1 HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`);
  await sleep(100);
  const file = openSync(path('b.vrm'), 'r+');
  ftruncateSync(file, 1000);
  closeSync(file);
  shrinking.socket.resume();
  await Promise.race([shrinking.closed, sleep(5000)]);
  claim(shrinking.isClosed && shrinking.bytes.length < 31e6, 'a file that is cut ends the answer');
  claim((await server.get('session.json')).status === 200, 'and the server goes on');
}

// ---- Live motion ----

{
  const osc = (address, types, ...values) => {
    const text = (s) => Buffer.concat([Buffer.from(s), Buffer.alloc(4 - (s.length % 4))]);
    return Buffer.concat([
      text(address),
      text(`,${types}`),
      ...values.map((value) => {
        if (typeof value === 'string') return text(value);
        const bytes = Buffer.alloc(4);
        bytes.writeFloatBE(value);
        return bytes;
      }),
    ]);
  };
  const tab = listen(server);
  await tab.until((peer) => peer.text.includes('retry:'));
  const socket = dgram.createSocket('udp4');
  const send = (bytes) => new Promise((resolve) => socket.send(bytes, server.vmcPort, '127.0.0.1', resolve));
  await send(Buffer.from('no OSC at all'));
  const half = Math.SQRT1_2;
  const start = Date.now();
  for (let i = 0; i < 300; i++) {
    await send(osc('/VMC/Ext/Bone/Pos', 'sfffffff', 'Head', 0, 0, 0, 0, half, 0, half));
    await send(osc('/VMC/Ext/Blend/Val', 'sf', 'Joy', 0.25));
    await send(osc('/VMC/Ext/Blend/Apply', ''));
    await sleep(2);
  }
  const seconds = (Date.now() - start) / 1000;
  await tab.until((peer) => peer.events('vmc').some((event) => event.expressions.happy > 0));
  const events = tab.events('vmc');
  const last = events.at(-1);
  claim(
    Math.abs(last?.bones?.head?.[1] + half) < 1e-6 && last.expressions.happy === 0.25,
    `motion: ${JSON.stringify(last)}`,
  );
  claim(
    events.length > 5 && events.length <= seconds * 60 + 3,
    `at most 60 a second: ${events.length} in ${seconds} s`,
  );
  socket.close();
  tab.socket.destroy();
}

// ---- Memory ----

{
  const rounds = async (count) => {
    for (let i = 0; i < count; i += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          server.get(
            ['', 'session.json', 'files/0', 'nothing', 'events'][at % 5],
            at % 5 === 4 ? { Host: 'evil.test' } : {},
          ),
        ),
      );
  };
  await rounds(1000);
  const before = server.resident;
  await rounds(2000);
  const room = process.env.ASAN_OPTIONS ? 30e6 : 2e6; // AddressSanitizer keeps what was freed for a while
  claim(server.resident - before < room, `memory is flat: ${before} to ${server.resident} bytes`);
}

clearInterval(drip);
await Promise.race([Promise.all([slow.closed, silent.closed]), sleep(15000)]);
claim(slow.isClosed && silent.isClosed, `slow and silent connections end (${(Date.now() - begun) / 1000} s)`);

// ---- The end ----

{
  const tab = listen(server);
  await tab.until((peer) => peer.text.includes('retry:'));
  const silentTab = listen(server);
  silentTab.socket.pause();
  const status = await server.stop();
  claim(status === 0, `Ctrl-C ends it with status 0: ${status}: ${server.complaints}`);
  claim(tab.events('bye').length === 1, 'and says so');
}
{
  // again, on the same port at once: another secret
  const again = await start(['--no-open', '--page', 'page', '--port', String(server.port), 'a.vrm']);
  claim(again.port === server.port && again.token !== server.token, 'the port is free again, the secret is new');
  claim((await again.ask(`/${server.token}/`)).status === 404, 'the old one is void');
  claim((await again.ask(`/open/${'0'.repeat(32)}`)).status === 404, 'nobody was given a ticket');
  claim((await again.stop('SIGTERM')) === 0, 'SIGTERM');
}
{
  // the browser is started without a shell, by an address that is good for one visit
  writeFileSync(
    path('browser.sh'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${path('opened.tmp')}\nmv ${path('opened.tmp')} ${path('opened')}\n`,
    { mode: 0o755 },
  );
  const opened = await start(['--page', 'page', 'a.vrm'], {
    BROWSER: `${path('browser.sh')} --new $(touch${path('x')}) %s:other`,
  });
  for (let i = 0; i < 500 && !statSync(path('opened'), { throwIfNoEntry: false }); i++) await sleep(20);
  const words = readFileSync(path('opened'), 'utf8').trim().split('\n');
  claim(
    words[0] === '--new' && words[1] === `$(touch${path('x')})` && !words.at(-1).includes(opened.token),
    `words: ${words}`,
  );
  const place = new URL(words.at(-1)).pathname;
  if (process.getuid() === 0) {
    // another user read the address in the list of processes, and comes first
    const theft = spawnSync(
      process.execPath,
      [
        '-e',
        `fetch(${JSON.stringify(words.at(-1))}, { redirect: 'manual' })
      .then((answer) => process.exit(answer.status === 404 ? 0 : 1), () => process.exit(2))`,
      ],
      { uid: 65534, gid: 65534, cwd: '/' },
    );
    claim(theft.status === 0, `another user is refused: ${theft.status ?? theft.error}`);
  }
  const visit = await opened.ask(place);
  claim(visit.status === 302 && visit.headers.location === `/${opened.token}/`, 'the ticket leads to the page');
  claim((await opened.ask(place)).status === 404, 'once');
  await opened.stop();
  const none = await start(['--page', 'page'], { BROWSER: '/nowhere/browser' });
  await none.stop();
  claim(none.complaints.includes('no browser could be started'), 'a browser that is missing is said');
}

{
  // the page that the program carries, compressed: tests/view/page in the builds that are tested
  const inside = await start(['--no-open']);
  const text = readFileSync(new URL('page/sub/module.js', import.meta.url));
  const small = await inside.get('sub/module.js', { 'Accept-Encoding': 'br, gzip' });
  claim(
    small.status === 200 &&
      small.headers['content-encoding'] === 'gzip' &&
      small.headers.vary === 'Accept-Encoding' &&
      small.body.length < text.length / 2 &&
      gunzipSync(small.body).equals(text),
    'compressed',
  );
  for (const encoding of [null, 'identity', 'gzip;q=0']) {
    const plain = await inside.get('sub/module.js', { 'Accept-Encoding': encoding });
    claim(
      plain.status === 200 && plain.headers['content-encoding'] === undefined && plain.body.equals(text),
      `as it is for ${encoding}`,
    );
  }
  claim((await inside.get('sub/module.js', { 'If-None-Match': small.headers.etag })).status === 304, 'not sent again');
  claim((await inside.get('')).body.includes('stand-in') && (await inside.get('sub')).status === 404, 'by name alone');
  claim(JSON.parse((await inside.get('session.json')).body.toString()).files.length === 0, 'no files');
  claim((await inside.stop()) === 0, 'ends');
}

console.log(`${claims} claims, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);

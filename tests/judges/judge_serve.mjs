// SPDX-License-Identifier: MIT
// A client of `vrm serve`, written from the adapter contract of vrm-conformance (docs/guide/serve.md) and
// not from our program: frames messages itself, goes through a whole plan, checks every answer,
// sends what is broken, and reads files that it may not read. Then the same for MCP.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePng } from './png.mjs';
import { scene, scratch, skip, Verdict } from './support.mjs';

const verdict = new Verdict();
const folder = scratch();
const inside = join(folder, 'inside');
mkdirSync(inside);
scene('hero', join(inside, 'hero.vrm'));
scene('hero-0.x', join(inside, 'hero0.vrm'));
scene('hero-clip', join(inside, 'wave.vrma'));
scene('hero', join(folder, 'outside.vrm'));

/** One program at the other end of two pipes; `frame` and `take` are the framing. */
class Peer {
  #waiting = [];
  #buffer = Buffer.alloc(0);
  constructor(args, framing, options = {}) {
    this.framing = framing;
    this.child = spawn(process.env.VRM, ['serve', ...args], { stdio: ['pipe', 'pipe', 'pipe'], ...options });
    this.child.stdout.on('data', (bytes) => this.#take(bytes));
    this.child.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
    this.child.on('close', () => this.#waiting.splice(0).forEach((f) => f(null)));
    this.stray = 0;
    this.id = 0;
  }
  #take(bytes) {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (;;) {
      const message = this.framing === 'lines' ? this.#line() : this.#framed();
      if (message === undefined) return;
      const next = this.#waiting.shift();
      if (next) next(JSON.parse(message));
      else this.stray++;
    }
  }
  #line() {
    const end = this.#buffer.indexOf('\n');
    if (end < 0) return undefined;
    const line = this.#buffer.subarray(0, end).toString();
    this.#buffer = this.#buffer.subarray(end + 1);
    return line;
  }
  #framed() {
    const end = this.#buffer.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const size = Number(/^content-length: *(\d+)/im.exec(this.#buffer.subarray(0, end).toString())[1]);
    if (this.#buffer.length < end + 4 + size) return undefined;
    const body = this.#buffer.subarray(end + 4, end + 4 + size).toString();
    this.#buffer = this.#buffer.subarray(end + 4 + size);
    return body;
  }
  raw(bytes) {
    const answer = new Promise((resolve) => this.#waiting.push(resolve));
    this.child.stdin.write(bytes);
    return answer;
  }
  frame(text) {
    return this.framing === 'lines' ? `${text}\n` : `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  }
  /** The whole response to a request. */
  send(method, params, id = ++this.id) {
    return this.raw(this.frame(JSON.stringify({ jsonrpc: '2.0', id, method, params })));
  }
  notify(method) {
    this.child.stdin.write(this.frame(JSON.stringify({ jsonrpc: '2.0', method })));
  }
  /** The result; a claim that there is one. */
  async call(method, params) {
    const answer = await this.send(method, params);
    verdict.claim(
      answer?.id === this.id && answer.result !== undefined && answer.result !== null,
      `${method} answers: ${JSON.stringify(answer)?.slice(0, 300)}`,
    );
    const described = this.framing === 'lines' ? undefined : operations.get(method);
    if (described) {
      answered.add(method);
      for (const wrong of against(described.output_schema, answer?.result, method)) verdict.claim(false, wrong);
    }
    return answer?.result ?? {};
  }
  /** A claim that a call fails with a code. */
  async fails(code, method, params, what) {
    const answer = await this.send(method, params);
    verdict.claim(
      answer?.error?.code === code && answer.result === undefined,
      `${what ?? method} is error ${code}: ${JSON.stringify(answer)?.slice(0, 300)}`,
    );
    return answer?.error ?? {};
  }
  async end() {
    this.child.stdin.end();
    return this.ended;
  }
}

// ---- What `describe` promises of the answers ----

const operations = new Map(
  JSON.parse(execFileSync(process.env.VRM, ['serve', 'describe', '--format', 'json'])).map((operation) => [
    operation.name,
    operation,
  ]),
);
const answered = new Set();

/** How a value breaks a schema: of its type, members that are missing, members that are not described. */
function against(schema, value, place) {
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (schema.type !== (kind === 'number' && Number.isInteger(value) && schema.type === 'integer' ? 'integer' : kind))
    return [`${place} is ${kind}, not ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${place} is none of ${schema.enum}`];
  if (kind === 'array') {
    const wrong = schema.items ? [] : [`${place} has elements that are not described`];
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity))
      wrong.push(`${place} has ${value.length} elements`);
    return wrong.concat(...value.map((element, i) => against(schema.items ?? {}, element, `${place}/${i}`)));
  }
  if (kind !== 'object') return [];
  const missing = (schema.required ?? []).filter((key) => !(key in value)).map((key) => `${place} lacks ${key}`);
  return missing.concat(
    ...Object.entries(value).map(([key, member]) => {
      const part = schema.properties?.[key] ?? schema.additionalProperties;
      return part ? against(part, member, `${place}/${key}`) : [`${place}/${key} is not described`];
    }),
  );
}

const near = (a, b, limit) => Math.abs(a - b) <= limit;

// ---- A whole plan ----

async function plan() {
  const peer = new Peer([inside]);
  const hero = join(inside, 'hero.vrm');
  const { session_id } = await peer.call('load_vrm', { path: hero });
  verdict.claim(typeof session_id === 'string', 'session_id is a string');
  const s = { session_id };
  const camera = { ...s, position: [0, 1.0, 3.2], target: [0, 0.8, 0], up: [0, 1, 0], fov_degrees: 30 };
  verdict.claim(Object.keys(await peer.call('set_camera', camera)).length === 0, 'empty answers are {}');
  await peer.call('set_lighting', {
    ...s,
    directional: { dir: [0, -0.3, -1], color: [1, 1, 1], intensity: 1 },
    ambient: { color: [1, 1, 1], intensity: 0.1 },
  });
  await peer.call('set_post_processing', { ...s, tone_mapping: 'None', exposure: 1 });
  await peer.call('reset_physics', { ...s, settle_steps: 60 });

  const rest = await peer.call('dump_bone_positions', s);
  const again = await peer.call('dump_bone_positions', s);
  verdict.claim(JSON.stringify(rest) === JSON.stringify(again), 'a dump does not advance');
  verdict.claim(
    rest.springs.length > 10 &&
      rest.springs.every((x) => x.joint_positions.length >= 2 && x.joint_positions.flat().every(Number.isFinite)),
    'all joints of all springs',
  );
  const one = await peer.call('dump_bone_positions', { ...s, spring_index: 1 });
  verdict.claim(one.springs.length === 1 && one.springs[0].name === rest.springs[1].name, 'one spring');
  const none = await peer.call('dump_bone_positions', { ...s, spring_index: 9999 });
  verdict.claim(none.springs.length === 0, 'an index out of range is an empty list');

  await peer.call('animate_root_transform', {
    ...s,
    translation_start: [0, 0, 0],
    translation_end: [0.5, 0, 0],
    duration_seconds: 0.5,
    fps: 60,
  });
  const moved = await peer.call('dump_bone_positions', s);
  const head = (dump) => dump.springs[0].joint_positions[0];
  verdict.claim(near(head(moved)[0] - head(rest)[0], 0.5, 1e-4), 'the root stays at the end');
  const sway = (dump, i) =>
    dump.springs[i].joint_positions.at(-1).map((x, k) => x - dump.springs[i].joint_positions[0][k]);
  verdict.claim(
    rest.springs.some((_, i) => Math.hypot(...sway(moved, i).map((x, k) => x - sway(rest, i)[k])) > 0.01),
    'springs sway while the root moves',
  );
  await peer.call('step_physics', { ...s, dt_seconds: 1 / 60, count: 10 });

  const picture = join(inside, 'a.png');
  const drawn = await peer.send('render', {
    ...s,
    width: 160,
    height: 240,
    output_path: picture,
    color_space: 'Srgb',
    msaa: 4,
    output_type: 'Color',
  });
  if (drawn.error?.code === -32002) skip(`nothing can be drawn here: ${drawn.error.data?.reason}`);
  verdict.claim(drawn.result?.output_path === picture && drawn.result.actual_color_space === 'Srgb', 'render');
  const srgb = decodePng(readFileSync(picture));
  verdict.claim(srgb.width === 160 && srgb.height === 240, 'the picture has its size');
  verdict.claim(srgb.rgba.subarray(0, 4).join() === '255,0,255,255', 'the background is magenta');
  let other = 0;
  for (let i = 0; i < srgb.rgba.length; i += 4) other += srgb.rgba[i + 1] > 0;
  verdict.claim(other > 160 * 240 * 0.05, 'the avatar shows');
  const linearPath = join(inside, 'b.png');
  await peer.call('render', {
    ...s,
    width: 160,
    height: 240,
    output_path: linearPath,
    color_space: 'Linear',
    msaa: 4,
    output_type: 'Color',
  });
  const sum = (p) => p.rgba.reduce((a, b) => a + b, 0);
  verdict.claim(sum(decodePng(readFileSync(linearPath))) < sum(srgb), 'linear values are darker');
  await peer.fails(-32002, 'render', { ...s, width: 8, height: 8, output_path: picture, output_type: 'Depth' });

  const frames = await peer.call('render_sequence', {
    ...s,
    width: 64,
    height: 96,
    output_dir: join(inside, 'frames'),
    frame_count: 3,
    frame_hz: 30,
    physics_dt_seconds: Math.fround(1 / 60),
    color_space: 'Srgb',
    msaa: 4,
    output_type: 'Color',
    output_format: 'png_sequence',
    animate_root_transform: { translation_start: [0, 0, 0], translation_end: [0.1, 0, 0] },
    capture_positions: true,
  });
  verdict.claim(
    frames.frames?.length === 3 &&
      frames.frames.every(
        (f, i) =>
          f.index === i &&
          existsSync(f.path) &&
          f.path.endsWith(`000${i}.png`) &&
          near(f.timestamp_seconds, i / 30, 1e-9) &&
          f.spring_positions.length === rest.springs.length,
      ),
    'frames of a sequence',
  );
  const after = await peer.call('dump_bone_positions', s);
  await peer.call('step_physics', { ...s, dt_seconds: 0, count: 1 });
  const restored = await peer.call('dump_bone_positions', s);
  verdict.claim(near(head(restored)[0], head(moved)[0], 1e-4), 'a sequence gives the root back');
  void after;
  await peer.fails(
    -32602,
    'render_sequence',
    { ...s, width: 8, height: 8, output_dir: inside, frame_count: 1, frame_hz: 30, physics_dt_seconds: 1 / 30 },
    'a step above 1/60',
  );
  const both = {
    ...s,
    width: 8,
    height: 8,
    output_dir: inside,
    frame_count: 1,
    frame_hz: 30,
    physics_dt_seconds: 0.01,
  };
  await peer.fails(-32602, 'render_sequence', { ...both, output_format: 'mp4' }, 'mp4');
  await peer.fails(
    -32602,
    'render_sequence',
    {
      ...both,
      apply_vrma: { vrma_handle: 1 },
      animate_root_transform: { translation_start: [0, 0, 0], translation_end: [1, 0, 0] },
    },
    'two motions',
  );

  const bench = {
    ...s,
    width: 64,
    height: 64,
    color_space: 'Srgb',
    msaa: 4,
    output_type: 'Color',
    warmup_frames: 2,
    measured_frames: 5,
  };
  const estimate = await peer.call('benchmark_plan', bench);
  verdict.claim(estimate.estimated_frames === 7 && estimate.estimated_seconds > 0, 'benchmark_plan');
  const figures = await peer.call('benchmark_execute', bench);
  verdict.claim(
    figures.protocol?.measured_frames === 5 &&
      figures.timing?.frame_time_ms?.p50 > 0 &&
      Object.values(figures.structural ?? {}).filter((n) => n > 0).length === 3 &&
      figures.geometry?.triangles > 1000 &&
      figures.geometry.vertices > 1000 &&
      Array.isArray(figures.capabilities),
    'benchmark_execute',
  );

  const clip = await peer.call('load_vrma', { vrma_path: join(inside, 'wave.vrma') });
  verdict.claim(
    clip.vrma_handle >= 1 && clip.channel_summary.humanoid_bones > 5 && clip.channel_summary.duration_seconds > 0,
    `load_vrma: ${JSON.stringify(clip)}`,
  );
  const before = await peer.call('dump_humanoid_pose', s);
  const play = { ...s, vrma_handle: clip.vrma_handle, vrm_handle: 0 };
  const applied = await peer.call('apply_vrma_at_time', {
    ...play,
    time_seconds: clip.channel_summary.duration_seconds / 2,
  });
  verdict.claim(
    applied.channels_applied?.humanoid_bones > 5 && typeof applied.channels_applied.look_at === 'boolean',
    'apply_vrma_at_time',
  );
  const middle = await peer.call('dump_humanoid_pose', s);
  verdict.claim(JSON.stringify(before.bones) !== JSON.stringify(middle.bones), 'an animation poses the avatar');
  const late = [];
  for (const more of [0, 100]) {
    await peer.call('apply_vrma_at_time', { ...play, time_seconds: clip.channel_summary.duration_seconds + more });
    late.push(JSON.stringify(await peer.call('dump_humanoid_pose', s)));
  }
  verdict.claim(late[0] === late[1], 'past the end the last pose stays');
  await peer.fails(-32602, 'apply_vrma_at_time', { ...play, vrma_handle: 99, time_seconds: 0 });
  await peer.fails(-32001, 'load_vrma', { vrma_path: hero }, 'an avatar as an animation');

  for (const dump of ['dump_humanoid_pose', 'dump_expression_weights', 'dump_look_at_state']) {
    const said = await peer.call(dump, s);
    verdict.claim(said.source_spec_version === '1.0', `${dump} names its version`);
    await peer.fails(-32001, dump, { ...s, as_spec_version: '0.x' });
  }
  const weights = await peer.call('dump_expression_weights', s);
  verdict.claim(Object.keys(weights.presets).length === 14 && !('lookUp' in weights.presets), 'fourteen presets');

  const old = await peer.call('load_vrm', { path: join(inside, 'hero0.vrm') });
  const pose = await peer.call('dump_humanoid_pose', old);
  verdict.claim(
    pose.source_spec_version === '0.x' &&
      pose.bones.length >= 19 &&
      pose.bones.every((b) => near(Math.hypot(...b.local_rotation_quat), 1, 1e-5)) &&
      pose.hips_translation[1] > 0.5,
    'a pose of 0.x',
  );
  await peer.call('dispose', old);

  for (const [reserved, phase] of [
    ['set_environment', 'v1.x'],
    ['set_expression', 'Phase 3'],
    ['set_humanoid_pose', 'Phase 2'],
    ['set_root_transform', 'Phase 2'],
  ])
    for (const params of [s, {}])
      verdict.claim((await peer.fails(-32000, reserved, params)).data?.phase === phase, `${reserved}: ${phase}`);
  // As the suite's own tests send it: these two rules come before all that is missing.
  const two = await peer.fails(
    -32602,
    'render_sequence',
    { apply_vrma: {}, animate_root_transform: {} },
    'two motions and nothing else',
  );
  verdict.claim(/mutually exclusive/.test(two.message), `two motions: ${two.message}`);
  const slow = await peer.fails(
    -32602,
    'render_sequence',
    { physics_dt_seconds: 1 / 30 },
    'a large step and nothing else',
  );
  verdict.claim(/60 Hz/.test(slow.message), `a large step: ${slow.message}`);
  for (const [method, params] of [
    ['load_vrm', { path: '/nonexistent/file.vrm' }],
    ['load_vrma', { vrma_path: '/nonexistent/file.vrma' }],
  ])
    verdict.claim(
      typeof (await peer.fails(-32001, method, params)).data?.validator_report === 'string',
      `${method} of nothing has a report`,
    );

  // ---- What is wrong ----
  await peer.fails(-32601, 'no_such_method', {});
  await peer.fails(-32602, 'dispose', { session_id: 'session-999' });
  await peer.fails(-32602, 'dispose', {});
  await peer.fails(-32602, 'set_camera', { ...camera, fov_degrees: 'wide' });
  await peer.fails(-32602, 'set_camera', { ...camera, position: [0, 1] });
  await peer.fails(-32602, 'load_vrm', [hero]);
  writeFileSync(join(inside, 'broken.vrm'), 'no avatar');
  const error = await peer.fails(-32001, 'load_vrm', { path: join(inside, 'broken.vrm') });
  verdict.claim(
    typeof error.data?.validator_report === 'string' && JSON.parse(error.data.validator_report).length > 0,
    'the report of a broken file',
  );
  symlinkSync(join(folder, 'outside.vrm'), join(inside, 'link.vrm'));
  symlinkSync(join(folder, 'new.png'), join(inside, 'link.png'));
  for (const path of [
    join(folder, 'outside.vrm'),
    `${inside}/../outside.vrm`,
    join(inside, 'link.vrm'),
    '/etc/passwd',
    join(inside, 'missing.vrm'),
    '',
  ])
    await peer.fails(-32001, 'load_vrm', { path }, `reading ${JSON.stringify(path)}`);
  await peer.fails(-32602, 'load_vrm', { path: 'a\u0000b' }, 'a path with a NUL');
  for (const path of [
    join(folder, 'x.png'),
    `${inside}/../x.png`,
    join(inside, 'link.png'),
    `${inside}/none/x.png`,
    `${inside}/..`,
    hero,
  ])
    await peer.fails(-32602, 'render', { ...s, width: 8, height: 8, output_path: path }, `writing ${path}`);
  // Folders in place of files, and links in folders that are written to.
  mkdirSync(join(inside, 'sub'));
  symlinkSync(join(folder, 'outside.vrm'), join(inside, 'sub', 'link.vrm'));
  symlinkSync(join(folder, 'new.png'), join(inside, 'sub', '0000.png'));
  await peer.fails(-32001, 'load_vrm', { path: join(inside, 'sub') }, 'loading a folder');
  for (const path of [join(inside, 'sub'), join(inside, 'x.vrm'), join(inside, 'x.webp'), '-'])
    await peer.fails(-32602, 'render', { ...s, width: 8, height: 8, output_path: path }, `drawing to ${path}`);
  await peer.fails(
    -32602,
    'render_sequence',
    {
      ...s,
      width: 8,
      height: 8,
      output_dir: join(inside, 'sub'),
      frame_count: 1,
      frame_hz: 60,
      physics_dt_seconds: 0.01,
    },
    'a frame that is a link',
  );
  await peer.fails(
    -32602,
    'render_sequence',
    { ...s, width: 8, height: 8, output_dir: hero, frame_count: 1, frame_hz: 60, physics_dt_seconds: 0.01 },
    'a file as a folder',
  );
  verdict.claim(
    !existsSync(join(folder, 'x.png')) && !existsSync(join(folder, 'new.png')),
    'nothing outside was written',
  );

  // ---- Broken frames: one error each, and the next request is answered ----
  const broken = async (bytes, code, what) => {
    const answer = await peer.raw(bytes);
    verdict.claim(answer?.error?.code === code, `${what}: ${JSON.stringify(answer)}`);
  };
  await broken('Content-Type: x\r\n\r\n', -32700, 'no length');
  // The body of such a frame runs into the next header: that frame is answered all the same.
  const body = '{"jsonrpc":"2.0","id":"unread","method":"dispose"}';
  for (const [what, frame] of [
    ['a blank before the colon', `Content-Length : ${body.length}\r\n\r\n${body}`],
    ['a sign', `Content-Length: +${body.length}\r\n\r\n${body}`],
    [
      'a long body of several lines',
      `Length: 5\r\n\r\n${JSON.stringify({ a: ['x'.repeat(3000), 'Content-Length'] }, null, 1)}`,
    ],
    ['a length that is too small', `Content-Length: ${body.length - 9}\r\n\r\n${body}`],
  ]) {
    await broken(frame, -32700, what);
    const next = await peer.send('nothing', {}, `behind ${what}`);
    verdict.claim(next?.id === `behind ${what}`, `the frame behind ${what}: ${JSON.stringify(next)}`);
  }
  await broken('Content-Length: ten\r\n\r\n', -32700, 'a length that is no number');
  await broken('Content-Length: 3\r\nContent-Length: 4\r\n\r\n', -32700, 'two lengths');
  await broken(`${'x'.repeat(5000)}\r\n\r\n`, -32700, 'a long header');
  await broken('Content-Length: 3\r\n\r\n{ ]', -32700, 'no JSON');
  await broken('Content-Length: 0\r\n\r\n', -32700, 'nothing');
  await broken(`content-LENGTH:2\nOther: header\n\n[]`, -32600, 'an array');
  await broken(peer.frame('{"id":1,"method":"dispose"}'), -32600, 'no version');
  await broken(peer.frame('{"jsonrpc":"2.0","id":{},"method":"dispose"}'), -32600, 'an id that is an object');
  await broken(peer.frame('{"jsonrpc":"2.0","id":1,"method":7}'), -32600, 'a method that is no name');
  // Without an id, but no notification either: a client that waits for an answer must get one.
  await broken(peer.frame('{}'), -32600, 'an empty object');
  await broken(peer.frame('{"jsonrpc":"2.0","method":7}'), -32600, 'a method that is no name, without an id');
  await broken(peer.frame('{"method":"dispose"}'), -32600, 'no version, without an id');
  const several = await peer.raw(
    peer.frame(
      JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'nothing' },
        7,
        [],
        { jsonrpc: '2.0', method: 'nothing' },
        { jsonrpc: '2.0', id: 'b', method: 'dispose', params: {} },
      ]),
    ),
  );
  verdict.claim(
    Array.isArray(several) &&
      several.map((a) => `${a.id} ${a.error.code}`).join() === 'a -32601,null -32600,null -32600,b -32602',
    `a batch: ${JSON.stringify(several)}`,
  );
  await broken(
    peer.frame(JSON.stringify(Array(33).fill({ jsonrpc: '2.0', id: 1, method: 'nothing' }))),
    -32600,
    'a batch of more requests than are taken',
  );
  peer.child.stdin.write(peer.frame('[{"jsonrpc":"2.0","method":"nothing"}]')); // notifications alone: no answer
  await broken(`Content-Length: ${20 << 20}\r\n\r\n${' '.repeat(20 << 20)}`, -32700, 'a large message');
  // The answer does not wait for bytes that may never come.
  await broken(`Content-Length: ${20 << 20}\r\n\r\n`, -32700, 'a large message that has not come yet');
  peer.child.stdin.write(' '.repeat(20 << 20));
  const named = await peer.send('dispose', s, 'an id of text');
  verdict.claim(named.id === 'an id of text', 'ids of text come back');
  verdict.claim(peer.stray === 0, 'never more than one answer to a request');
  await broken(`Content-Length: ${'9'.repeat(40)}\r\n\r\n`, -32700, 'a length beyond every number');
  verdict.claim((await peer.end()) === 0, 'the end of the input ends it');
  for (const { name, reserved } of operations.values())
    verdict.claim(reserved || answered.has(name), `${name} was compared with its description`);
}

// ---- MCP ----

const longWork = { output: join(inside, 'never.glb'), seconds: '1000', fps: '120' };
const childrenOf = (peer) => `/proc/${peer.child.pid}/task/${peer.child.pid}/children`;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// The process of the tool that a server runs.
async function toolOf(peer) {
  let tool = '';
  for (let i = 0; i < 500 && tool === ''; i++) {
    await wait(2);
    tool = readFileSync(childrenOf(peer), 'utf8').trim();
  }
  return tool;
}

// A tool ends with its server, and when nobody is left who reads the answer.
async function abandoned() {
  for (const [what, leave] of [
    ['a killed server', (child) => child.kill('SIGKILL')],
    [
      'a client that is gone',
      (child) => {
        child.stdin.destroy();
        child.stdout.destroy();
      },
    ],
  ]) {
    const peer = new Peer(['--mcp', inside], 'lines');
    peer.child.stdin.on('error', () => {});
    if (!existsSync(childrenOf(peer))) return peer.end();
    peer
      .send('tools/call', { name: 'bake', arguments: { file: join(inside, 'hero.vrm'), ...longWork } })
      .catch(() => {});
    const tool = await toolOf(peer);
    leave(peer.child);
    for (let i = 0; i < 400 && existsSync(`/proc/${tool}`); i++) await wait(5);
    verdict.claim(tool !== '' && !existsSync(`/proc/${tool}`), `${what}: the tool ends`);
  }
}

// The adapter: a client that closes its input, or goes away, ends a long operation, and the server.
async function forsaken() {
  const long = {
    step_physics: { dt_seconds: 1 / 60, count: 1e6 },
    reset_physics: { settle_steps: 1e6 },
    animate_root_transform: {
      translation_start: [0, 0, 0],
      translation_end: [1, 0, 0],
      duration_seconds: 1000,
      fps: 1000,
    },
    render_sequence: {
      output_dir: join(inside, 'long'),
      width: 64,
      height: 64,
      frame_count: 1e5,
      frame_hz: 60,
      physics_dt_seconds: 1 / 60,
    },
    benchmark_execute: { width: 64, height: 64, measured_frames: 1e5 },
  };
  const leave = {
    'the end of the input': (child) => child.stdin.end(),
    'a client that is gone': (child) => {
      child.stdin.destroy();
      child.stdout.destroy();
    },
  };
  const one = async (method, what) => {
    const peer = new Peer([inside]);
    const s = await peer.call('load_vrm', { path: join(inside, 'hero.vrm') });
    const answer = peer.send(method, { ...s, ...long[method] });
    await wait(300);
    const start = Date.now();
    leave[what](peer.child);
    await peer.ended;
    const ms = Date.now() - start;
    verdict.claim(ms < 5000, `${method} with ${what} ends after ${ms} ms`);
    if (what === 'the end of the input')
      verdict.claim((await answer)?.error?.code === -32603, `${method} is answered: ${JSON.stringify(await answer)}`);
  };
  const all = Object.keys(long).map((method) => one(method, 'the end of the input'));
  await Promise.all([...all, one('step_physics', 'a client that is gone')]);
  // An answer that comes soon is given.
  const peer = new Peer([inside]);
  const s = await peer.call('load_vrm', { path: join(inside, 'hero.vrm') });
  const answer = peer.send('step_physics', { ...s, dt_seconds: 1 / 60, count: 1000 });
  verdict.claim((await peer.end()) === 0 && (await answer)?.result !== undefined, 'a short operation is finished');
  const hurried = new Peer([inside, '--timeout', '1']);
  const { session_id } = await hurried.call('load_vrm', { path: join(inside, 'hero.vrm') });
  const late = await hurried.fails(-32603, 'step_physics', { session_id, ...long.step_physics });
  verdict.claim(/--timeout/.test(late.message), `an operation that takes too long: ${late.message}`);
  await hurried.call('dump_bone_positions', { session_id });
  await hurried.end();
}

// What an assistant does that was given a folder and nothing else: it lists files and names them as
// they are listed, wherever the server was started.
async function newcomer() {
  const beside = scratch();
  writeFileSync(join(beside, 'small.vrm'), 'not ours'); // of the name of an output
  const peer = new Peer(['--mcp', inside], 'lines', { cwd: beside });
  const use = (name, args) => peer.call('tools/call', { name, arguments: args });
  const textOf = async (name, args) => {
    const answer = await use(name, args);
    verdict.claim(!answer.isError, `${name} ${JSON.stringify(args)}: ${JSON.stringify(answer).slice(0, 300)}`);
    return answer.content[0]?.text;
  };
  const listed = JSON.parse(await textOf('list_files', {}));
  verdict.claim(
    listed.isComplete && listed.folders[0].files.some((f) => f.path === 'hero.vrm' && f.bytes > 1e6),
    'files are listed',
  );
  verdict.claim(!JSON.stringify(listed).includes('outside'), 'and none outside');
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'list_files', arguments: { folder: '..' } },
    'listing above the folder',
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'info', arguments: { file: '../outside.vrm' } },
    'a relative path that leads out',
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'render', arguments: { file: 'hero.vrm', output: '../o.png' } },
    'an output outside',
  );
  verdict.claim(
    JSON.parse(await textOf('info', { file: 'hero.vrm' })).dialect === '1.0',
    'a relative path starts at the folder',
  );
  await textOf('meta', { file: 'hero.vrm', output: 'ann.vrm', set: ['name=Ann', 'version=2'] });
  const meta = JSON.parse(await textOf('meta', { file: 'ann.vrm' })).meta;
  verdict.claim(meta.name === 'Ann' && meta.version === '2', 'a list has all its values');
  verdict.claim(/"Ann"/.test(await textOf('diff', { file: 'hero.vrm', other: 'ann.vrm' })), 'diff');
  const before = statSync(join(inside, 'hero.vrm')).size;
  await textOf('optimize', { file: 'hero.vrm', output: 'small.vrm', for: 'web', meshopt: true });
  verdict.claim(statSync(join(inside, 'small.vrm')).size < before / 2, 'optimize');
  await textOf('convert-motion', { file: 'wave.vrma', output: 'wave.bvh' });
  await textOf('convert-motion', { file: 'wave.bvh', output: 'again.vrma', avatar: 'hero.vrm', loop: true });
  const film = await use('animate', {
    file: 'hero.vrm',
    output: 'again.webp',
    animation: 'again.vrma',
    seconds: '0.2',
    size: '64x64',
    face: true,
  });
  verdict.claim(
    film.content.some((c) => c.type === 'image' && c.mimeType === 'image/webp'),
    `a film comes back: ${JSON.stringify(film).slice(0, 300)}`,
  );
  const findings = JSON.parse(await textOf('validate', { file: 'hero.vrm', policy: ['vrchat-pc-good', 'web'] }));
  verdict.claim(findings.errors > 0, 'policies by name');
  const policy = await peer.fails(
    -32602,
    'tools/call',
    { name: 'validate', arguments: { file: 'hero.vrm', policy: 'wbe' } },
    'an unknown policy',
  );
  verdict.claim(/did you mean web/.test(policy.message), `the nearest policy: ${policy.message}`);
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'optimize', arguments: { file: 'hero.vrm', output: 'x.vrm', for: '/etc/passwd' } },
    'a policy outside',
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'meta', arguments: { file: 'hero.vrm', output: 'x.vrm', set: [7] } },
    'a number in a list',
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'meta', arguments: { file: 'hero.vrm', output: 'x.vrm', set: Array(65).fill('name=A') } },
    'a list that is too long',
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'animate', arguments: { file: 'hero.vrm', output: 'x.webp', face: 'yes' } },
    'a word as a flag',
  );
  verdict.claim((await peer.end()) === 0, 'the newcomer leaves');
}

async function mcp() {
  const peer = new Peer(['--mcp', inside], 'lines');
  const hello = await peer.call('initialize', {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  verdict.claim(
    hello.protocolVersion === '2025-03-26' && hello.capabilities?.tools && hello.serverInfo?.name,
    'initialize',
  );
  const newer = await peer.call('initialize', { protocolVersion: '2099-01-01', capabilities: {} });
  verdict.claim(newer.protocolVersion === '2025-06-18', 'an unknown version is answered with a known one');
  for (const protocolVersion of [7, null, undefined, {}])
    await peer.fails(-32602, 'initialize', { protocolVersion, capabilities: {} }, `version ${protocolVersion}`);
  const endless = await peer.call('initialize', { protocolVersion: '2'.repeat(5000), capabilities: {} });
  verdict.claim(endless.protocolVersion === '2025-06-18', 'a long version is an unknown one');
  peer.notify('notifications/initialized');
  await peer.call('ping');
  const { tools } = await peer.call('tools/list', {});
  verdict.claim(
    tools?.map((t) => t.name).join() ===
      'list_files,info,validate,meta,diff,render,animate,convert-motion,optimize,migrate,normalize,bake' &&
      tools.every((t) => t.description && t.inputSchema.type === 'object'),
    'tools/list',
  );
  const schemaOf = (name) => tools.find((t) => t.name === name)?.inputSchema.properties;
  verdict.claim(schemaOf('render')?.camera.enum.join() === 'full,bust,face,first-person', 'choices of a tool');
  verdict.claim(
    schemaOf('validate')?.policy.type === 'array' && schemaOf('validate').policy.items.type === 'string',
    'lists of a tool',
  );
  verdict.claim(hello.instructions.includes(inside), 'the instructions name the folders');
  const use = (name, args) => peer.call('tools/call', { name, arguments: args });
  const file = join(inside, 'hero.vrm');
  const info = await use('info', { file });
  verdict.claim(!info.isError && JSON.parse(info.content[0].text).dialect === '1.0', 'info');
  const report = await use('validate', { file: join(inside, 'broken.vrm') });
  verdict.claim(JSON.parse(report.content[0].text).errors > 0 && !report.isError, 'findings are an answer');
  const picture = await use('render', { file, output: join(inside, 'm.png'), size: '64' });
  verdict.claim(
    picture.content.some(
      (c) => c.type === 'image' && c.mimeType === 'image/png' && decodePng(Buffer.from(c.data, 'base64')).width === 64,
    ),
    'a picture comes back',
  );
  for (const [name, output] of [
    ['migrate', 'up.vrm'],
    ['normalize', 'n.vrm'],
    ['bake', 'b.glb'],
  ]) {
    const source = name === 'migrate' ? join(inside, 'hero0.vrm') : file;
    const done = await use(name, {
      file: source,
      output: join(inside, output),
      ...(name === 'bake' ? { seconds: '0.5' } : {}),
    });
    verdict.claim(!done.isError && existsSync(join(inside, output)), `${name}: ${JSON.stringify(done).slice(0, 300)}`);
  }
  // What exists is kept, unless the call says otherwise.
  const before = readFileSync(join(inside, 'up.vrm'));
  const again = { file, output: join(inside, 'up.vrm') };
  const kept = await peer.fails(-32602, 'tools/call', { name: 'normalize', arguments: again }, 'an output that exists');
  verdict.claim(
    /output exists.*overwrite/.test(kept.message) && readFileSync(join(inside, 'up.vrm')).equals(before),
    `what exists is kept: ${kept.message}`,
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'normalize', arguments: { ...again, overwrite: 'yes' } },
    'a word as a flag',
  );
  const replaced = await use('normalize', { ...again, overwrite: true });
  verdict.claim(!replaced.isError && !readFileSync(join(inside, 'up.vrm')).equals(before), 'and replaced when asked');
  const unusable = await use('migrate', { file: join(inside, 'broken.vrm'), output: join(inside, 'never.vrm') });
  verdict.claim(unusable.isError === true && !existsSync(join(inside, 'never.vrm')), 'a failed tool says so');
  writeFileSync(
    join(inside, 'long.gltf'),
    JSON.stringify({ asset: { version: '2.0', generator: 'x'.repeat(5 << 20) } }),
  );
  const long = await use('info', { file: join(inside, 'long.gltf') });
  verdict.claim(
    long.isError === true && /more than 4 MiB/.test(long.content.at(-1).text),
    'output that is cut is no good answer',
  );
  // A tool that crashes: the answer says so, and the next request is answered.
  if (existsSync(childrenOf(peer))) {
    const crashed = use('bake', { file, ...longWork });
    process.kill(Number(await toolOf(peer)), 'SIGKILL');
    const answer = await crashed;
    verdict.claim(
      answer.isError === true && /ended by signal 9/.test(answer.content[0]?.text),
      `a crash: ${JSON.stringify(answer)}`,
    );
  }
  await peer.fails(-32602, 'tools/call', { name: 'info', arguments: { file: join(folder, 'outside.vrm') } }, 'outside');
  await peer.fails(-32602, 'tools/call', { name: 'info', arguments: { file: join(inside, 'sub') } }, 'a folder');
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'render', arguments: { file, output: join(inside, 'sub') } },
    'drawing into a folder',
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'render', arguments: { file, output: join(inside, 'sub', '0000.png') } },
    'drawing over a link',
  );
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'render', arguments: { file, output: join(inside, 'o.webp') } },
    'another format',
  );
  const typed = await peer.fails(
    -32602,
    'tools/call',
    { name: 'render', arguments: { file, output: join(inside, 'o.png'), size: 64 } },
    'a number',
  );
  verdict.claim(/size must be a string/.test(typed.message), 'the wrong argument is named');
  const misspelt = await peer.fails(
    -32602,
    'tools/call',
    { name: 'render', arguments: { file, output: join(inside, 'o.png'), szie: '64' } },
    'an argument that the tool does not have',
  );
  verdict.claim(/szie; did you mean size\?/.test(misspelt.message), `the nearest argument: ${misspelt.message}`);
  const pings = await peer.raw(
    peer.frame(JSON.stringify(['x', 'y'].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' })))),
  );
  verdict.claim(pings?.map?.((a) => a.id).join() === 'x,y', `a batch: ${JSON.stringify(pings)}`);
  const part = await peer.call('initialize', { protocolVersion: '-11-05 202', capabilities: {} });
  verdict.claim(part.protocolVersion === '2025-06-18', 'part of a version is none');
  await peer.fails(-32602, 'tools/call', { name: 'info', arguments: {} }, 'no file');
  await peer.fails(-32602, 'tools/call', { name: 'rm', arguments: {} }, 'no such tool');
  await peer.fails(
    -32602,
    'tools/call',
    { name: 'render', arguments: { file, output: join(inside, 'o.png'), size: '--help' } },
    'an option as a value',
  );
  await peer.fails(-32601, 'resources/list', {});
  const nonsense = await peer.raw('{ nonsense\n');
  verdict.claim(nonsense?.error?.code === -32700, 'nonsense');
  const last = await peer.raw(JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' }).concat('\n'));
  verdict.claim(last?.id === 'last', 'ping');
  const unended = peer.raw('{"jsonrpc":"2.0","id":"unended","method":"ping"}');
  peer.child.stdin.end();
  verdict.claim((await unended)?.id === 'unended', 'a last line needs no end');
  verdict.claim(peer.stray === 0, 'a notification has no answer');
  verdict.claim((await peer.end()) === 0, 'the end of the input ends it');
}

await plan();
await mcp();
await newcomer();
await abandoned();
await forsaken();
verdict.claim(readdirSync(folder).sort().join() === 'inside,outside.vrm', 'nothing was left outside');
verdict.end();

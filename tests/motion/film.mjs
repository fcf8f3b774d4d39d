// SPDX-License-Identifier: MIT
// usage: node tests/motion/film.mjs MOTION AVATAR OUT.png [--model FILE.pmx] [--frames N] [--close BONE]
//
// A sheet to look at: motion of another program as the skeleton in its file (left limbs red, right
// ones blue), and below it AVATAR with that motion by `vrm render`, at the same times and from the
// same side; twice, from the front and from the left. Lines on the ground are 0.5 m from each other.
// The camera goes with the hips; --close frames another bone (leftHand, leftFoot, head). Below the
// sheet's name come the bones whose direction differs from the skeleton's by more than 15 degrees,
// which a bend of the rest pose (a neck, toes) explains or nothing does.
//
// Programs are those of build-dev, or of VRM and VRM_DUMP_PERSON.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decodePng, encodePng, sheet } from '../judges/png.mjs';

const build = join(dirname(fileURLToPath(import.meta.url)), '../../build-dev');
const vrm = process.env.VRM ?? join(build, 'vrm');
const dump = process.env.VRM_DUMP_PERSON ?? join(build, 'tests/motion/vrm_dump_person');
const {
  values,
  positionals: [motion, avatar, out],
} = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string' }, frames: { type: 'string', default: '8' }, close: { type: 'string' } },
});
const width = 200,
  height = 260,
  fov = 14;
const folder = mkdtempSync(join(tmpdir(), 'vrm-film-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const run = (...args) => execFileSync(...args, { encoding: 'utf8', maxBuffer: 1 << 30 });

const modelOption = values.model ? ['--model', values.model] : [];
const person = JSON.parse(run(dump, [motion, ...(values.model ? [values.model] : [])]));
const clip = join(folder, 'clip.bvh'); // the bones of the avatar
const fitted = JSON.parse(
  run(vrm, ['convert-motion', motion, ...modelOption, '--avatar', avatar, '-o', clip, '--json']),
);
const shown = JSON.parse(run(dump, [clip]));
const scale = fitted.feet.hipsScale,
  hips = person.hips * scale;
// A BVH does not say its own, and a small avatar is taken for an adult. Hips may lie on the ground.
const unit = shown.hips > 0.01 ? hips / shown.hips : 1;
const place = ({ places }, frame, j, factor = 1) => places[frame].slice(3 * j, 3 * j + 3).map((v) => v * factor);
const jointOf = ({ joints }, name) => joints.findIndex(({ bone }) => bone === name);

/** From the left by so many degrees; `target` is in the middle. */
function cameraAt(target, degrees, size) {
  const distance = size / 2 / Math.tan((fov * Math.PI) / 360),
    a = (degrees * Math.PI) / 180;
  const [back, right] = [
    [Math.sin(a), 0, Math.cos(a)],
    [Math.cos(a), 0, -Math.sin(a)],
  ];
  return { target, eye: target.map((v, i) => v + distance * back[i]), back, right, distance, size };
}

function project(camera, point) {
  const way = point.map((v, i) => v - camera.target[i]);
  const along = (axis) => way.reduce((sum, v, i) => sum + v * axis[i], 0);
  const per = height / camera.size / (1 - along(camera.back) / camera.distance);
  return [width / 2 + along(camera.right) * per, height / 2 - way[1] * per];
}

function line(picture, [x0, y0], [x1, y1], colour, thick) {
  const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0)) + 1;
  for (let i = 0; i <= steps; i++)
    for (let dx = 0; dx < thick; dx++)
      for (let dy = 0; dy < thick; dy++) {
        const x = Math.round(x0 + ((x1 - x0) * i) / steps) + dx,
          y = Math.round(y0 + ((y1 - y0) * i) / steps) + dy;
        if (x >= 0 && x < width && y >= 0 && y < height) picture.rgba.set([...colour, 255], 4 * (width * y + x));
      }
}

function drawGround(picture, camera) {
  const [x, , z] = camera.target.map((v) => Math.round(2 * v) / 2);
  for (let i = -2; i <= 2; i++) {
    line(picture, project(camera, [x + i / 2, 0, z - 1]), project(camera, [x + i / 2, 0, z + 1]), [170, 170, 170], 1);
    line(picture, project(camera, [x - 1, 0, z + i / 2]), project(camera, [x + 1, 0, z + i / 2]), [170, 170, 170], 1);
  }
}

const colourOf = (bone) =>
  bone.startsWith('left') ? [200, 40, 40] : bone.startsWith('right') ? [30, 60, 200] : [20, 20, 20];

function drawPerson(camera, frame) {
  const picture = { width, height, rgba: new Uint8Array(4 * width * height).fill(255) };
  drawGround(picture, camera);
  person.joints.forEach(({ parent, bone }, j) => {
    if (parent < 0 || (!bone && !person.joints[parent].bone)) return;
    const colour = colourOf(bone || person.joints[parent].bone);
    const [from, to] = [parent, j].map((end) => project(camera, place(person, frame, end, scale)));
    line(picture, from, to, colour, bone ? 2 : 1);
  });
  return picture;
}

function drawAvatar(camera, seconds) {
  const path = join(folder, 'frame.png');
  run(vrm, [
    'render',
    avatar,
    '--animation',
    motion,
    ...modelOption,
    '--time',
    String(seconds),
    '-o',
    path,
    '-q',
    '--size',
    `${width}x${height}`,
    '--background',
    '#ffffff',
    '--fov',
    String(fov),
    '--settle',
    '0',
    '--eye',
    camera.eye.join(),
    '--target',
    camera.target.join(),
    '--samples',
    '1',
  ]);
  const picture = decodePng(readFileSync(path));
  drawGround(picture, camera);
  return picture;
}

/** The largest angle between the directions of a bone to the next one, in degrees. */
function angleOf(from, to) {
  const direction = (figure, frame) => {
    const [a, b] = [from, to].map((bone) => place(figure, frame, jointOf(figure, bone)));
    const way = b.map((v, i) => v - a[i]),
      length = Math.hypot(...way);
    return length < 1e-3 ? null : way.map((v) => v / length);
  };
  let most = 0;
  for (let frame = 0; frame < Math.min(person.frames, shown.frames); frame++) {
    const [a, b] = [person, shown].map((figure) => direction(figure, frame));
    if (a && b)
      most = Math.max(
        most,
        Math.acos(
          Math.min(
            1,
            a.reduce((sum, v, i) => sum + v * b[i], 0),
          ),
        ),
      );
  }
  return (most * 180) / Math.PI;
}

const count = Number(values.frames),
  rows = [[], [], [], []],
  middleBone = values.close ?? 'hips';
for (let i = 0; i < count; i++) {
  const frame = Math.round((i * (person.frames - 1)) / (count - 1));
  const middles = [
    place(person, frame, jointOf(person, middleBone), scale),
    place(shown, frame, jointOf(shown, middleBone), unit),
  ];
  if (!values.close)
    middles.forEach((middle) => {
      middle[1] = hips;
    });
  [0, 90].forEach((degrees, side) => {
    const cameras = middles.map((middle) => cameraAt(middle, degrees, values.close ? 0.5 * hips : 2.3 * hips));
    rows[2 * side].push(drawPerson(cameras[0], frame));
    rows[2 * side + 1].push(drawAvatar(cameras[1], frame * person.frameTime));
  });
}
writeFileSync(out, encodePng(sheet(rows.flat(), count)));
console.log(`${out}: ${count} of ${person.frames} frames, the avatar ${scale.toFixed(3)} times as high`);
for (const { parent, bone } of shown.joints) {
  const above = parent < 0 ? '' : shown.joints[parent].bone;
  if (!bone || !above || jointOf(person, bone) < 0 || jointOf(person, above) < 0) continue;
  const angle = angleOf(above, bone);
  if (angle > 15) console.log(`  ${above} to ${bone}: up to ${angle.toFixed(0)} degrees`);
}

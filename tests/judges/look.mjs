// SPDX-License-Identifier: MIT
// Looks at a file through three-vrm: writes what it draws as a PNG.
import { writeFileSync } from 'node:fs';
import { whyNoChromium } from './chromium.mjs';
import { encodePng, sheet } from './png.mjs';
import { openStudio, usual } from './picture.mjs';

const usage = `usage: node tests/judges/look.mjs FILE... -o OUT.png [option...]
  --view NAME           body (default), bust, face, side, back, or sheet: these together
  --size WxH            pixels, 512x512 without it
  --eye X,Y,Z --target X,Y,Z --fov DEGREES     a camera of your own
  --light X,Y,Z         where the light comes from (1,1,1)
  --ambient R,G,B       light from everywhere (0,0,0)
  --expression NAME=W   may be given several times
  --look-at X,Y,Z       what the eyes look at
  --time SECONDS        for UV animation, and for the first animation of a file without VRM
  --first-person        the first-person set
  --columns N           several files and views become a sheet of so many columns`;

/** Part of the height that is in the middle, part that is seen, and where the camera stands. */
const views = {
  body: { at: 0.5, seen: 1.08, from: [0, 0, 1] },
  bust: { at: 0.8, seen: 0.45, from: [0, 0, 1] },
  face: { at: 0.9, seen: 0.22, from: [0, 0, 1] },
  side: { at: 0.5, seen: 1.08, from: [1, 0, 0] },
  back: { at: 0.5, seen: 1.08, from: [0, 0, -1] },
};

/** The camera of a view of what is in the box; a whole body fits in width, too. */
function aim({ at, seen, from }, { min, max }, { width, height, fov = usual.fov }) {
  const tall = max[1] - min[1];
  const wide = Math.abs(from[2]) * (max[0] - min[0]) + Math.abs(from[0]) * (max[2] - min[2]);
  const shown = seen > 1 ? seen * Math.max(tall, (wide * height) / width) : seen * tall;
  const depth = (Math.abs(from[0]) * (max[0] - min[0]) + Math.abs(from[2]) * (max[2] - min[2])) / 2;
  const distance = shown / 2 / Math.tan((fov * Math.PI) / 360) + (seen > 1 ? depth : 0.1 * tall);
  const target = [(min[0] + max[0]) / 2, min[1] + at * tall, (min[2] + max[2]) / 2];
  return { target, eye: target.map((v, i) => v + from[i] * distance), near: distance / 50, far: distance * 5 };
}

function fail(text) {
  console.error(text);
  process.exit(2);
}

const numbers = (text) => text.split(',').map(Number);

function parse(words) {
  const wish = { files: [], shot: { width: 512, height: 512, expressions: {} }, view: 'body', columns: 0 };
  const { shot } = wish;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!word.startsWith('-')) {
      wish.files.push(word);
      continue;
    }
    if (word === '--first-person') {
      shot.firstPerson = true;
      continue;
    }
    const value = words[++i] ?? fail(usage);
    if (word === '-o') wish.out = value;
    else if (word === '--view') wish.view = value;
    else if (word === '--size') [shot.width, shot.height] = value.split('x').map(Number);
    else if (word === '--eye') shot.eye = numbers(value);
    else if (word === '--target') shot.target = numbers(value);
    else if (word === '--fov') shot.fov = Number(value);
    else if (word === '--light') shot.lightFrom = numbers(value);
    else if (word === '--ambient') shot.sky = shot.ground = numbers(value);
    else if (word === '--look-at') shot.lookAt = numbers(value);
    else if (word === '--time') shot.time = Number(value);
    else if (word === '--columns') wish.columns = Number(value);
    else if (word === '--expression') {
      const [name, weight] = value.split('=');
      shot.expressions[name] = Number(weight ?? 1);
    } else fail(usage);
  }
  return wish;
}

const wish = parse(process.argv.slice(2));
if (!wish.out || wish.files.length === 0) fail(usage);
if (wish.view !== 'sheet' && !views[wish.view]) fail(usage);
const why = await whyNoChromium();
if (why) fail(`look: ${why}`);

const chosen = wish.view === 'sheet' ? Object.values(views) : [views[wish.view]];
const studio = await openStudio();
const shots = [];
for (const file of wish.files) {
  const box = await studio.bounds(file);
  for (const view of chosen) shots.push({ ...aim(view, box, wish.shot), ...wish.shot, file });
}
const pictures = await studio.draw(shots);
await studio.close();
const picture =
  pictures.length === 1
    ? pictures[0]
    : sheet(pictures, wish.columns || (wish.files.length > 1 && chosen.length === 1 ? 6 : chosen.length));
writeFileSync(wish.out, encodePng(picture));

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
  --time SECONDS        for UV animation
  --first-person        the first-person set
  --columns N           several files and views become a sheet of so many columns`;

const views = {
  body: { eye: [0, 0.9, 3.9], target: [0, 0.85, 0] },
  bust: { eye: [0, 1.35, 1.5], target: [0, 1.3, 0] },
  face: { eye: [0, 1.48, 0.75], target: [0, 1.46, 0] },
  side: { eye: [3.9, 0.9, 0], target: [0, 0.85, 0] },
  back: { eye: [0, 0.9, -3.9], target: [0, 0.85, 0] },
};

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
    if (!word.startsWith('-')) { wish.files.push(word); continue; }
    if (word === '--first-person') { shot.firstPerson = true; continue; }
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
const shots = wish.files.flatMap((file) => chosen.map((view) => ({ ...usual, ...view, ...wish.shot, file })));
const studio = await openStudio();
const pictures = await studio.draw(shots);
await studio.close();
const picture = pictures.length === 1
  ? pictures[0] : sheet(pictures, wish.columns || (wish.files.length > 1 && chosen.length === 1 ? 6 : chosen.length));
writeFileSync(wish.out, encodePng(picture));

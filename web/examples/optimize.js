// SPDX-License-Identifier: MIT
// usage: node optimize.js AVATAR OUT.vrm   makes an avatar smaller without changing how it looks or moves
import { readFile, writeFile } from 'node:fs/promises';
import { Model } from 'libvrm';

const [path, out] = process.argv.slice(2);
const bytes = await readFile(path);
const model = await Model.load(bytes);
await model.optimize({ dropsUnboundMorphs: true });
const smaller = await model.save();
await writeFile(out, smaller);
console.log(`${bytes.length} bytes, now ${smaller.length}`);

// SPDX-License-Identifier: MIT
// Runs in a worker: makes a file smaller and measures it before and after. One job for each worker; to cancel, end it.
import { Model, Rig } from '../libvrm/index.js';
import { embedFiles, isGlb } from './glb.js';
import { Items } from './items.js';
import { shrinkPictures } from './shrink_pictures.js';
import { measure, refused } from './statistics.js';

/** Numbers of a file, and demands of platforms that it does not meet, by platform. */
function facts(model, size, platforms) {
  const rig = new Rig(model),
    file = { model, size };
  try {
    const values = measure(file, new Items(model, rig));
    return { values, refused: Object.fromEntries(platforms.map((platform) => [platform.id, refused(file, platform)])) };
  } finally {
    rig.dispose();
  }
}

async function run({ bytes: given, files, options, pictures, platforms }) {
  const bytes = isGlb(given) ? given : await embedFiles(given, files),
    model = await Model.load(bytes);
  const before = facts(model, bytes.byteLength, platforms);
  const { findings } = await model.optimize(options);
  let result = await model.save({ allowErrors: true }),
    count = 0;
  model.dispose();
  if (pictures.maxSide || pictures.format !== 'keep')
    ({ bytes: result, count } = await shrinkPictures(result, pictures));
  const after = await Model.load(result);
  return { bytes: result, before, after: facts(after, result.byteLength, platforms), findings, pictures: count };
}

const pieces = []; // of the file; the job comes after them

self.onmessage = async ({ data: { piece, job } }) => {
  if (piece) return pieces.push(piece);
  try {
    const result = await run({ ...job, bytes: new Uint8Array(await new Blob(pieces.splice(0)).arrayBuffer()) });
    self.postMessage({ result }, [result.bytes.buffer]);
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};

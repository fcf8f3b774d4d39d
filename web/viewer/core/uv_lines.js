// SPDX-License-Identifier: MIT
// The edges of triangles in the texture coordinates of an image.
import { slotsOf, valueAt } from './items.js';
import { othersTurn } from './turn.js';

const sliceMs = 8;

/** A function of texture coordinates for KHR_texture_transform. */
function transformOf({ offset = [0, 0], rotation = 0, scale = [1, 1] } = {}) {
  const [c, s] = [Math.cos(rotation), Math.sin(rotation)];
  return (u, v) => [c * u * scale[0] + s * v * scale[1] + offset[0], -s * u * scale[0] + c * v * scale[1] + offset[1]];
}

/** Where an image is used: { material, set, at }: index of the material, set of coordinates, and their transform. */
function usesOf(items, image) {
  const textures = items.json.textures ?? [];
  const isOfImage = ({ source, extensions } = {}) => (source ?? extensions?.EXT_texture_webp?.source) === image;
  return [...items.materialsUsing('images', image)].map((material) => {
    const { path } = slotsOf(items.materials[material]).find(({ texture }) => isOfImage(textures[texture]));
    const slot = valueAt(items.materials[material], path),
      transform = slot.extensions?.KHR_texture_transform;
    return { material, set: transform?.texCoord ?? slot.texCoord ?? 0, at: transformOf(transform) };
  });
}

/** Draws the lines into a canvas of the image's shape, in pieces; `isWanted` false ends it. Resolves with the number of
 * lines. */
export async function drawUvLines({ model, items, image, canvas, isWanted }) {
  const context = canvas.getContext('2d');
  let count = 0,
    until = performance.now() + sliceMs;
  context.lineWidth = 1;
  context.beginPath();
  const primitives = (items.json.meshes ?? []).flatMap((mesh) => mesh.primitives ?? []);
  for (const { material, set, at } of usesOf(items, image))
    for (const { attributes, indices, mode = 4, ...primitive } of primitives) {
      if (primitive.material !== material || mode !== 4 || attributes?.[`TEXCOORD_${set}`] === undefined) continue;
      const uv = model.readFloats(attributes[`TEXCOORD_${set}`]),
        order = indices === undefined ? null : model.readIntegers(indices),
        size = order?.length ?? uv.length / 2,
        known = new Set();
      const place = (i) => {
        const [u, v] = at(uv[2 * i], uv[2 * i + 1]);
        return [u * canvas.width, v * canvas.height];
      };
      for (let k = 0; k + 2 < size; k += 3) {
        const corners = [k, k + 1, k + 2].map((i) => order?.[i] ?? i);
        corners.forEach((a, i) => {
          const b = corners[(i + 1) % 3],
            key = a < b ? a * 0x4000000 + b : b * 0x4000000 + a;
          if (known.has(key)) return;
          known.add(key);
          context.moveTo(...place(a));
          context.lineTo(...place(b));
          count++;
        });
        if (performance.now() < until) continue;
        context.stroke();
        context.beginPath();
        await othersTurn();
        if (!isWanted()) return count;
        until = performance.now() + sliceMs;
      }
    }
  context.stroke();
  return count;
}

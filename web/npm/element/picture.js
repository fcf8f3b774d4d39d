// SPDX-License-Identifier: MIT
// Pictures of an element as files: VrmAvatarElement.toBlob().
import { VrmError, checkNumber, checkObject, failure, wrong } from '../engine/errors.js';

const sideMost = 4096; // pixels

/** The options of toBlob(), checked. */
export function pictureOptions(options) {
  checkObject('options', options);
  const { type = 'image/png', quality, width, height } = options,
    { background = type === 'image/jpeg' ? 'white' : 'transparent' } = options; // a JPEG has no transparency
  if (typeof type !== 'string') throw wrong('options.type', 'a type such as image/png', type);
  if (quality !== undefined) checkNumber('options.quality', quality);
  for (const [name, side] of Object.entries({ width, height }))
    if (side !== undefined && !(Number.isInteger(side) && side >= 1 && side <= sideMost))
      throw new RangeError(`options.${name} must be a whole number of 1 to ${sideMost} pixels, not ${side}`);
  if (typeof background !== 'string' || !CSS.supports('color', background))
    throw wrong('options.background', 'a color of CSS', background);
  return { type, quality, width, height, background };
}

/** The size of a picture in pixels; a missing side follows the shape of the element. */
export function pictureSize({ width, height }, [ownWidth, ownHeight]) {
  if (width && height) return [width, height];
  if (!ownWidth || !ownHeight)
    throw new RangeError('toBlob: the element has no size on the page: give options.width and options.height');
  const side = (value) => Math.max(1, Math.min(sideMost, Math.round(value)));
  if (width) return [width, side((width * ownHeight) / ownWidth)];
  if (height) return [side((height * ownWidth) / ownHeight), height];
  return [ownWidth, ownHeight];
}

/** A canvas with a copy of a picture: a canvas or ImageData. */
export function copied(picture, background) {
  const { width, height } = picture,
    canvas = Object.assign(document.createElement('canvas'), { width, height }),
    context = canvas.getContext('2d');
  if (picture instanceof ImageData) context.putImageData(picture, 0, 0);
  else context.drawImage(picture, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  return canvas;
}

/** Resolves with a file of a canvas. */
export async function encoded(canvas, { type, quality }) {
  const blob = await new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
  if (blob === null) throw failure('toBlob', 'memory');
  if (blob.type !== type)
    throw new VrmError('unsupported', `toBlob: this browser writes no ${type}; image/png and image/jpeg always work`);
  return blob;
}

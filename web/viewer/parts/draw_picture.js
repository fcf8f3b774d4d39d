// SPDX-License-Identifier: MIT
// The picture of the stage as a file.
import { paintBackdrop, plainBackdrop } from './backdrop.js';

/** Draws without marks (bones, colliders) at any size; the background is transparent or that of the page. */
export async function drawPicture(app, { width, height, isTransparent, type = 'image/png', quality }) {
  const { stage, camera } = app.view;
  const { lines, background, samples, minOutline } = stage;
  const plain = isTransparent ? [0, 0, 0, 0] : plainBackdrop(app);
  Object.assign(stage, { lines: [], samples: 4, minOutline: 0, camera: camera.toStage() });
  stage.background = plain ?? [0, 0, 0, 0];
  let picture;
  try {
    picture = plain ? stage.screenshot({ width, height, type, quality }) : stage.readPixels({ width, height }); // before the next frame of the page
  } finally {
    Object.assign(stage, { lines, background, samples, minOutline });
    app.view.invalidate();
  }
  return plain ? picture : before(app, picture, { type, quality });
}

/** A picture with a transparent background in front of the one of the page. */
async function before(app, { width, height, data }, options) {
  const canvas = new OffscreenCanvas(width, height),
    context = canvas.getContext('2d');
  paintBackdrop(app, context, width, height, height / (app.view.size[1] || height));
  const bitmap = await createImageBitmap(new ImageData(data, width, height));
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob(options);
}

/** The present view as a square PNG, for the avatar's thumbnail. */
export async function thumbnailOf(app, size = 512) {
  return new Uint8Array(
    await (await drawPicture(app, { width: size, height: size, isTransparent: false })).arrayBuffer(),
  );
}

export const stemOf = (app) => (app.document?.name ?? 'avatar').replace(/\.[^.]+$/, '');

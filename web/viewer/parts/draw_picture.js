// SPDX-License-Identifier: MIT
// The picture of the stage as a file.

/** Draws without marks (bones, colliders) at any size; the background is transparent or that of the page. */
export async function drawPicture(app, { width, height, isTransparent, type = 'image/png', quality }) {
  const { stage, camera } = app.view;
  const { lines, background, samples, minOutline } = stage;
  Object.assign(stage, { lines: [], samples: 4, minOutline: 0, camera: camera.toStage() });
  if (!isTransparent) stage.background = pageColor();
  try {
    return await stage.screenshot({ width, height, type, quality });
  } finally {
    Object.assign(stage, { lines, background, samples, minOutline });
    app.view.invalidate();
  }
}

/** The background of the style sheet, #rrggbb. */
function pageColor() {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--stage-bottom').trim();
  return [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255).concat(1);
}

/** The present view as a square PNG, for the avatar's thumbnail. */
export async function thumbnailOf(app, size = 512) {
  return new Uint8Array(
    await (await drawPicture(app, { width: size, height: size, isTransparent: false })).arrayBuffer(),
  );
}

export const stemOf = (app) => (app.document?.name ?? 'avatar').replace(/\.[^.]+$/, '');

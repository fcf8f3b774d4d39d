// SPDX-License-Identifier: MIT
// What is behind the avatar: the page's own colours, one colour, a grid, or a picture of the user; on the stage and in
// saved pictures. The page forgets the picture when it is closed.

let picture = null; // { url, bitmap }: the user's

const square = 24; // pixels of a field of the grid

/** Takes a picture of the user as the background; throws if the browser cannot decode it. */
export async function takeBackdrop(app, file) {
  const bitmap = await createImageBitmap(file);
  if (picture) {
    URL.revokeObjectURL(picture.url);
    picture.bitmap.close();
  }
  picture = { url: URL.createObjectURL(file), bitmap };
  if (app.state.get('background') === 'picture') app.state.emit('background', 'picture');
  else app.state.set('background', 'picture');
}

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Shows the chosen background whenever it changes. */
export function watchBackdrop(app) {
  const stage = document.getElementById('stage');
  const show = () => {
    const chosen = app.state.get('background'),
      isColor = chosen.startsWith('#');
    stage.dataset.background = isColor ? 'color' : chosen;
    stage.style.setProperty('--backdrop', isColor ? chosen : '');
    stage.style.backgroundImage = chosen === 'picture' && picture ? `url("${picture.url}")` : '';
  };
  app.state.on('background', show);
  show();
}

/** The background as components for the renderer, if it is one colour; null for others. */
export function plainBackdrop({ state }) {
  const chosen = state.get('background');
  if (chosen === 'grid' || (chosen === 'picture' && picture)) return null;
  const text = chosen.startsWith('#') ? chosen : css('--stage-bottom'); // #rrggbb
  return [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255).concat(1);
}

/** Draws a grid or picture into a canvas, as the stage shows it; `scale`: pixels of the canvas for one of the page. */
export function paintBackdrop({ state }, context, width, height, scale) {
  if (state.get('background') === 'picture') {
    const { bitmap } = picture,
      size = Math.max(width / bitmap.width, height / bitmap.height);
    const [w, h] = [bitmap.width * size, bitmap.height * size];
    context.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h);
    return;
  }
  const side = Math.max(1, square * scale);
  for (let y = 0; y * side < height; y++)
    for (let x = 0; x * side < width; x++) {
      context.fillStyle = css((x + y) % 2 ? '--surface-3' : '--surface');
      context.fillRect(x * side, y * side, side, side);
    }
}

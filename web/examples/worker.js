// SPDX-License-Identifier: MIT
import { VrmError } from '../node_modules/libvrm/index.js';
import { VrmWorker } from '../node_modules/libvrm/worker.js';

const worker = await VrmWorker.create();

async function show(/** @type {ArrayBuffer} */ bytes) {
  const figure = document.body.appendChild(document.createElement('figure'));
  const caption = document.createElement('figcaption');
  try {
    const model = await worker.load(bytes, {
      transfer: true,
      onProgress: ({ stage }) => {
        caption.textContent = stage;
      },
    });
    const { errors, warnings } = await model.validate();
    const picture = await model.thumbnail({ width: 256, height: 256, shot: 'bust' });
    const image = figure.appendChild(new Image());
    image.src = URL.createObjectURL(picture);
    caption.textContent = `${model.info.name}: ${errors} errors, ${warnings} warnings`;
    model.dispose();
  } catch (error) {
    caption.textContent = error instanceof VrmError ? `${error.code}: ${error.message}` : String(error);
  }
  figure.appendChild(caption);
}

document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  for (const file of event.dataTransfer?.files ?? []) await show(await file.arrayBuffer());
});

for (let frames = 0; frames < 5; frames++) {
  await show(await (await fetch('avatar.vrm')).arrayBuffer());
  document.body.dataset.frames = String(frames + 1);
  document.body.dataset.seen = document.body.innerText;
}

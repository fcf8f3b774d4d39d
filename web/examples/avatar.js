// SPDX-License-Identifier: MIT
import '../node_modules/libvrm/element.js';

const avatar = document.querySelector('vrm-avatar'),
  output = document.querySelector('output');
const sound = document.querySelector('input'),
  microphone = document.querySelector('#microphone');
if (!avatar || !output || !sound || !microphone) throw new Error('the page lacks an element');

avatar.addEventListener('error', ({ message }) => {
  output.textContent = message;
});

for (const button of document.querySelectorAll('button'))
  if (button.dataset.emotion !== undefined)
    button.addEventListener('click', () => avatar.emote(button.dataset.emotion ?? ''));

/** @param {Promise<unknown>} promise */
const told = (promise) =>
  promise.catch((error) => {
    output.textContent = String(error);
  });

sound.addEventListener('change', () => {
  const [file] = sound.files ?? [];
  if (file) told(avatar.say(file));
});

microphone.addEventListener('click', () =>
  told(
    (async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      await avatar.say(stream); // until its tracks end
    })(),
  ),
);

document.querySelector('#wave')?.addEventListener('click', () => told(avatar.play('wave', { once: true })));

document.querySelector('#picture')?.addEventListener('click', () =>
  told(
    avatar.toBlob({ width: 1024 }).then((blob) => {
      const link = Object.assign(document.createElement('a'), {
        href: URL.createObjectURL(blob),
        download: 'avatar.png',
      });
      link.click();
      URL.revokeObjectURL(link.href);
    }),
  ),
);

let frames = 0;
requestAnimationFrame(function count() {
  if (avatar.actor) {
    document.body.dataset.frames = String(++frames);
    document.body.dataset.seen = String(avatar.actor.avatar.worlds?.reduce((sum, value) => sum + value, 0));
  }
  requestAnimationFrame(count);
});

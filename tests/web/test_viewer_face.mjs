// SPDX-License-Identifier: MIT
// The Face panel of the viewer: its layers, sound files and the microphone. Chromium plays a WAV file as its microphone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { sceneBytes } from './support.mjs';
import { dropFile, edited, openViewer, waitForFile } from './viewer_page.mjs';

const rate = 16000,
  formants = { aa: [800, 1250, 2600], ih: [300, 2300, 3000] };

const filtered = (sound, a, b, c) => {
  let y1 = 0,
    y2 = 0;
  return sound.map((x) => {
    [y1, y2] = [a * x + b * y1 + c * y2, y1];
    return y1;
  });
};

/** A vowel: pulses of a falling pitch, softened as the glottis does, through four resonators; a float for each sample. */
function voice(vowel, seconds, pitch = 140) {
  const count = seconds * rate;
  let phase = 0,
    sound = Array.from({ length: count }, (_, i) => {
      phase += (pitch * (1.075 - (0.15 * i) / count)) / rate;
      return phase >= 1 ? (phase--, 1) : 0;
    });
  for (let k = 0; k < 2; k++) sound = filtered(sound, 1, 0.95, 0);
  sound = sound.map((x, i) => x - (sound[i - 1] ?? 0)); // as the lips radiate it
  [...formants[vowel], 3500].forEach((frequency, k) => {
    const radius = Math.exp((-Math.PI * [80, 100, 140, 200][k]) / rate),
      b = 2 * radius * Math.cos((2 * Math.PI * frequency) / rate),
      c = -radius * radius;
    sound = filtered(sound, 1 - b - c, b, c);
  });
  const loudest = Math.max(...sound.map(Math.abs)),
    fade = 0.05 * rate;
  return sound.map((x, i) => (0.5 * x * Math.min(1, i / fade, (count - i) / fade)) / loudest);
}

const silence = (seconds) => Array(Math.round(seconds * rate)).fill(0);

function wav(samples) {
  const data = Buffer.alloc(44 + samples.length * 2);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + samples.length * 2, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(rate, 24);
  data.writeUInt32LE(rate * 2, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write('data', 36);
  data.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((x, i) => data.writeInt16LE(Math.round(32767 * x), 44 + i * 2));
  return data;
}

const vowels = (seconds) =>
  wav([...silence(0.3), ...voice('aa', seconds), ...silence(0.3), ...voice('ih', seconds), ...silence(0.3)]);
const speech = vowels(0.8);

const skip = (await whyNoChromium()) ?? false;
const folder = mkdtempSync(join(tmpdir(), 'vrm-voice-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'voice.wav'), speech);
const microphone = [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${join(folder, 'voice.wav')}`,
];
const session = skip
  ? null
  : await openViewer({
      fragment: 'isPlaying=0&panel=expressions',
      viewport: { width: 1100, height: 900 },
      flags: microphone,
    });
const page = session?.page;
test.after(() => session?.close());
page?.setDefaultTimeout(120000);

const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);

/** So many seconds of all faces, without a picture. */
const settle = (seconds) =>
  inPage((app, s) => {
    for (let i = 0; i < s * 30; i++) {
      app.motion.apply(1 / 30);
      app.view.stage.step(1 / 30);
    }
    app.view.draw(0);
  }, seconds);
const inputs = () =>
  inPage((app) => {
    const { rig, avatar } = app.view.shown;
    return Object.fromEntries(rig.expressions.map(({ name }, i) => [name, avatar.expressionInputs[i]]));
  });
const measured = () => page.waitForFunction(() => window.viewer.face.actor !== null);

async function slide(selector, value) {
  await page.$eval(
    selector,
    (input, next) => {
      input.value = next;
      for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
    },
    value,
  );
}

/** The most that expressions show while something happens; polled in the page. Ends when all show more than `enough`. */
const most = (names, milliseconds, enough = 2) =>
  inPage(
    async (app, [list, ms, weight]) => {
      const found = Object.fromEntries(list.map((name) => [name, 0])),
        isEnough = () => list.every((name) => found[name] > weight);
      for (let last = performance.now(), end = last + ms; performance.now() < end && !isEnough();) {
        await new Promise(requestAnimationFrame);
        const seconds = (performance.now() - last) / 1000;
        last = performance.now();
        if (app.view.isPaused) {
          app.motion.apply(seconds); // without pictures, which take a second on a busy machine
          app.view.stage.step(seconds);
        }
        const { rig, avatar } = app.view.shown;
        for (const name of list)
          found[name] = Math.max(found[name], avatar.expressionInputs[rig.expressionIndex(name)]);
      }
      return found;
    },
    [names, milliseconds, enough],
  );

test('the panel says what the face can do', { skip }, async () => {
  await measured();
  await page.waitForSelector('.face-facts');
  assert.match(await page.textContent('.face-facts'), /Face tracking: through presets only/);
  const custom = Object.fromEntries(
    (
      await inPage(async () => {
        const { faceShapes } = await import('./libvrm/index.js');
        return [...faceShapes];
      })
    ).map((name) => [name, { morphTargetBinds: [{ node: 0, index: 0, weight: 1 }] }]),
  );
  const bind = await inPage(
    (app) => app.document.json.extensions.VRMC_vrm.expressions.preset.happy.morphTargetBinds[0],
  );
  for (const shape of Object.values(custom)) shape.morphTargetBinds = [bind];
  await dropFile(
    page,
    'synced.vrm',
    await edited((edit) => edit.set('/extensions/VRMC_vrm/expressions/custom', custom)),
  );
  await waitForFile(page, 'synced.vrm');
  await page.waitForFunction(() => /perfect sync, all 52/.test(document.querySelector('.face-facts')?.textContent));
  await dropFile(page, 'hero.vrm', sceneBytes('hero'));
  await waitForFile(page, 'hero.vrm');
  await measured();
});

test('an emotion is eased in, as strong as chosen, and goes again', { skip }, async () => {
  await inPage((app) => {
    app.state.set('blinks', false);
    app.view.isPaused = true;
    app.state.set('isPlaying', true);
  });
  await page.click('[data-key="emotion-happy"]');
  assert.equal(await page.getAttribute('[data-key="emotion-happy"]', 'aria-pressed'), 'true');
  await settle(0.1);
  const early = (await inputs()).happy;
  await settle(1);
  assert.ok(early > 0 && early < 0.9 && (await inputs()).happy > 0.99, `${early}, then ${(await inputs()).happy}`);
  await slide('[data-key="intensity"]', 40);
  await page.click('[data-key="emotion-sad"]');
  await settle(1.5);
  const { happy, sad } = await inputs();
  assert.ok(happy < 0.01 && Math.abs(sad - 0.4) < 0.01, `${happy}, ${sad}`);
  await page.click('[data-key="face-reset"]');
  await settle(1.5);
  assert.ok((await inputs()).sad < 0.01);
  await slide('[data-key="intensity"]', 100);
});

test('in a page that is paused an emotion shows at once', { skip }, async () => {
  await inPage((app) => {
    app.state.set('isPlaying', false);
  });
  await page.click('[data-key="emotion-angry"]');
  await settle(0);
  assert.ok((await inputs()).angry > 0.99, String((await inputs()).angry));
  await page.click('[data-key="emotion-none"]');
  await inPage((app) => {
    app.state.set('isPlaying', true);
  });
  await settle(1);
});

test('eyes blink by themselves or on request, and not twice', { skip }, async () => {
  const blinks = () =>
    inPage((app) => {
      const { rig, avatar } = app.view.shown,
        blink = rig.expressionIndex('blink');
      let count = 0,
        wasClosed = false;
      for (let i = 0; i < 30 * 60; i++) {
        app.motion.apply(1 / 60);
        app.view.stage.step(1 / 60);
        const isClosed = avatar.expressionInputs[blink] > 0.5;
        if (isClosed && !wasClosed) count++;
        wasClosed = isClosed;
      }
      return count;
    });
  assert.equal(await blinks(), 0);
  await page.click('[data-key="blink"]');
  assert.equal(await blinks(), 1);
  await page.click('label.check:has([data-key="blinks"])');
  const count = await blinks();
  assert.ok(count >= 3 && count <= 30, `${count} in 30 s`);
  await inPage((app) => {
    app.state.set('pose', 't');
  });
  assert.equal(await blinks(), 0, 'not in a pose to be looked at');
  await inPage((app) => {
    app.state.set('pose', 'idle');
    app.face.wish('blink', 1);
  });
  await settle(5);
  assert.equal((await inputs()).blink, 1, 'who closes them by hand keeps them closed');
  await inPage((app) => {
    app.face.clear();
    app.state.set('blinks', false);
  });
});

test('the gaze follows the camera, with saccades unless it is steady', { skip }, async () => {
  const gazes = () =>
    inPage((app) => {
      const seen = [];
      for (let i = 0; i < 300; i++) {
        app.motion.apply(1 / 30);
        app.view.stage.step(1 / 30);
        seen.push([...app.face.actor.face.saccade]);
      }
      return new Set(seen.map(String)).size;
    });
  await page.click('[data-key="look-camera"]');
  await page.selectOption('[data-key="attention"]', 'steady');
  assert.equal(await gazes(), 1);
  await page.selectOption('[data-key="attention"]', 'talking');
  assert.ok((await gazes()) > 5);
  await page.selectOption('[data-key="attention"]', 'auto');
  await page.click('[data-key="look-off"]');
});

test('idle motion is as large as chosen', { skip }, async () => {
  const spread = () =>
    inPage((app) => {
      const { avatar } = app.view.shown,
        at = app.items.info.bones.head * 12,
        seen = [];
      for (let i = 0; i < 300; i++) {
        app.motion.apply(1 / 30);
        app.view.stage.step(1 / 30);
        seen.push(avatar.worlds[at + 3]);
      }
      return Math.max(...seen) - Math.min(...seen);
    });
  await slide('[data-key="idle"]', 0);
  assert.ok((await spread()) < 1e-6);
  await slide('[data-key="idle"]', 100);
  const usual = await spread();
  await slide('[data-key="idle"]', 200);
  const more = await spread();
  assert.ok(usual > 0.001 && usual < 0.2 && more > usual, `${usual} m, ${more} m`);
  await slide('[data-key="idle"]', 100);
  await inPage((app) => {
    app.view.isPaused = false;
  });
});

test('a link keeps the face', { skip }, async () => {
  await inPage((app) => {
    app.state.set('emotion', 'relaxed');
    app.state.set('attention', 'listening');
    app.state.set('idle', 0.5);
  });
  await page.waitForFunction(() =>
    ['emotion=relaxed', 'attention=listening', 'idle=0.5', 'blinks=0'].every((part) => location.hash.includes(part)),
  );
  await inPage((app) => {
    app.state.set('emotion', '');
    app.state.set('attention', 'auto');
    app.state.set('idle', 1);
  });
});

test('a dropped sound plays, and the mouth says it', { skip }, async () => {
  await page.click('#panel-body h3'); // sound is held back until a person has done something
  await inPage((app) => {
    app.view.isPaused = true;
  });
  const heard = most(['aa', 'ih'], 20000, 0.2); // it begins before the page answers
  await dropFile(page, 'speech.wav', vowels(2));
  await page.waitForSelector('[data-key="voice-stop"]');
  assert.match(await page.textContent('.voice'), /Plays speech\.wav/);
  const { aa, ih } = await heard;
  await inPage((app) => {
    app.view.isPaused = false;
  });
  assert.ok(aa > 0.2 && ih > 0.2, `aa ${aa}, ih ${ih}`);
  await page.waitForFunction(() => window.viewer.voice.state === 'off');
  assert.equal(await page.locator('[data-key="voice-stop"]').count(), 0);
  await page.waitForFunction(() => {
    const { rig, avatar } = window.viewer.view.shown;
    return ['aa', 'ih', 'ou', 'ee', 'oh'].every((name) => avatar.expressionInputs[rig.expressionIndex(name)] < 0.05);
  }); // the mouth closes
  await page.click('[data-key="sound-play"]');
  await page.waitForFunction(() => window.viewer.voice.state === 'playing');
  await page.click('[data-key="play"]'); // who pauses the page pauses the voice
  await page.waitForFunction(() => window.viewer.voice.state === 'off');
  await page.click('[data-key="play"]');
});

test('what is no sound is named', { skip }, async () => {
  await dropFile(page, 'broken.wav', Buffer.from('RIFFnothing'));
  await page.waitForSelector('.voice.problem');
  assert.match(await page.textContent('.voice'), /broken\.wav: the browser cannot decode this sound/);
});

test('the microphone is asked for on a click only, and a refusal is explained', { skip }, async () => {
  await inPage(() => {
    const { mediaDevices } = navigator,
      own = mediaDevices.getUserMedia.bind(mediaDevices);
    window.asked = 0;
    mediaDevices.getUserMedia = (wanted) => {
      window.asked++;
      return window.refusal ? Promise.reject(new DOMException('no', window.refusal)) : own(wanted);
    };
    window.refusal = 'NotAllowedError';
  });
  await page.click('[data-panel="body"]');
  await page.click('[data-panel="expressions"]');
  assert.equal(await page.evaluate(() => window.asked), 0);
  await page.click('[data-key="microphone"]');
  await page.waitForSelector('.voice.problem');
  assert.equal(await page.evaluate(() => window.asked), 1);
  assert.match(await page.textContent('.voice'), /does not allow the microphone.*address bar/);
  for (const [name, text] of [
    ['NotFoundError', /No microphone/],
    ['NotReadableError', /another program/],
  ]) {
    await page.evaluate((refusal) => {
      window.refusal = refusal;
    }, name);
    await page.click('[data-key="microphone"]');
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('.voice').textContent),
      text.source,
    );
  }
  await page.evaluate(() => {
    window.refusal = '';
  });
});

test('the microphone moves the mouth, says that it listens, and is let go with the page', { skip }, async () => {
  await page.context().grantPermissions(['microphone']);
  await page.focus('[data-key="microphone"]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.viewer.voice.state === 'listening');
  assert.match(await page.textContent('.voice'), /Listening/);
  assert.equal(await page.getAttribute('[data-key="voice-stop"]', 'aria-label'), 'Stop listening');
  const { aa, ih } = await most(['aa', 'ih'], 30000, 0.2); // a machine at its limits draws few frames
  assert.ok(aa > 0.2 && ih > 0.2, `aa ${aa}, ih ${ih}`);
  await page.waitForFunction(() => Number.parseFloat(document.querySelector('[data-level] > i').style.width) > 10);
  await dropFile(page, 'other.vrm', sceneBytes('hero'));
  await waitForFile(page, 'other.vrm');
  await measured();
  assert.ok((await most(['aa'], 30000, 0.2)).aa > 0.2, 'another avatar goes on');
  await inPage(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    delete document.hidden;
  });
  assert.equal(await inPage((app) => app.voice.state), 'off');
  assert.match(await page.textContent('.voice'), /page was hidden/);
  await page.click('[data-key="microphone"]');
  await page.waitForFunction(() => window.viewer.voice.state === 'listening');
  await page.click('[data-panel="body"]');
  await page.click('[data-key="voice-stop"]');
  assert.equal(await inPage((app) => app.voice.state), 'off');
});

test('a second file beside the first says the same', { skip }, async () => {
  const said = await inPage(async (app) => {
    const { openSecond } = await import(new URL('parts/compare.js', location.href).href);
    const measured = new Promise((resolve) => {
      app.on('face-map', () => resolve(app.face.hearing.length));
    });
    await openSecond(app, 'beside.vrm', app.document.bytes.slice());
    const hearing = await measured;
    const open = ({ rig, avatar }) => avatar.expressionInputs[rig.expressionIndex('aa')];
    const frames = []; // [of the first, of the second]
    const isOpen = () => frames.some(([, second]) => second > 0.2);
    for (let i = 0; i < 3 && !isOpen(); i++) {
      // two avatars are slow without a graphics card
      for (app.voice.play(); app.voice.state === 'playing' && !isOpen();) {
        await new Promise(requestAnimationFrame);
        frames.push([open(app.view.shown), open(app.view.cast.second.shown)]);
      }
      app.voice.stop();
    }
    return { hearing, frames, isOpen: isOpen() };
  });
  assert.equal(said.hearing, 2, 'a face that was measured hears what is said from then on');
  const isSame = said.frames.every(([first, second]) => Math.abs(first - second) < 0.05);
  assert.ok(said.isOpen && isSame, `aa of first and second, frame by frame: ${JSON.stringify(said.frames)}`);
  await inPage((app) => app.endComparison());
});

test('a crowd has its own blinks', { skip }, async () => {
  await page.click('[data-panel="expressions"]');
  await inPage((app) => {
    app.state.set('blinks', true);
    app.state.set('crowd', 10);
    app.view.isPaused = true;
  });
  const seen = await inPage((app) => {
    const { rig } = app.view.shown,
      blink = rig.expressionIndex('blink'),
      first = Array(10).fill(-1);
    for (let i = 0; i < 600; i++) {
      app.motion.apply(1 / 60);
      app.view.stage.step(1 / 60);
      app.view.cast.all.forEach(({ shown }, k) => {
        if (first[k] < 0 && shown.avatar.expressionInputs[blink] > 0.5) first[k] = i;
      });
    }
    return first;
  });
  assert.ok(new Set(seen).size > 3, seen.join());
  await inPage((app) => {
    app.state.set('crowd', 1);
    app.view.isPaused = false;
  });
});

test('nothing was said on the console', { skip }, () => {
  assert.deepEqual(session.complaints, []);
});

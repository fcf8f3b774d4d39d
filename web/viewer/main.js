// SPDX-License-Identifier: MIT
// Puts the page together: the application object that all parts are given, and what happens when a
// file is opened or changed.
import { init } from './libvrm/index.js';
import { AvatarDocument } from './core/document.js';
import { Bus } from './core/bus.js';
import { closeFileDialogs, isNarrow } from './core/dom.js';
import { Face } from './core/face.js';
import { readFragment, writeFragment } from './core/fragment.js';
import { Items } from './core/items.js';
import { fetchFile, Loader } from './core/loader.js';
import { Motion } from './core/motion.js';
import { loadSentences } from './core/sentences.js';
import { State } from './core/state.js';
import { othersTurn } from './core/turn.js';
import { Voice } from './core/voice.js';
import { setLanguage, t } from './core/words.js';
import { Marks } from './stage/marks.js';
import { View } from './stage/view.js';
import { attachHands } from './stage/hands.js';
import { createBar } from './parts/bar.js';
import { watchComparison } from './parts/compare.js';
import { createIntake, openClip } from './parts/intake.js';
import { createMotionBar } from './parts/motion_bar.js';
import { createNotice } from './parts/notice.js';
import { createSide } from './parts/side.js';
import { createStageTools } from './parts/stage_tools.js';
import { createTree } from './parts/tree.js';
import { attachKeys } from './parts/keys.js';
import { fetchSession, joinSession } from './parts/live.js';
import { askToDiscard, guardLeaving } from './parts/unsaved.js';

const byId = (id) => document.getElementById(id);

class App extends Bus {
  state = new State();
  face = new Face(this);
  voice = new Voice(this);
  motion = new Motion(this);
  document = null;
  items = null;
  findings = null; // null while they are being made
  #checks = 0;
  #edits = Promise.resolve(); // one after the other, each made of what the last one left
  #previewed = null; // the change of materials that is shown next
  isGreeting = false;
  second = null; // the other document of a comparison
  secondItems = null;
  comparison = null; // what differs: { models, found, why }, see parts/compare.js
  shelf = []; // further avatars that came with the open one: { name, open() }

  constructor() {
    super();
    this.view = new View(this, byId('picture'));
    this.marks = new Marks(this, byId('marks'));
    this.loader = new Loader((progress) => this.emit('progress', progress));
  }

  announce(text) {
    byId('announcer').textContent = text;
  }

  /** Pixels at the top and the bottom of the stage that lie under cards and chips. */
  covered() {
    const stage = byId('stage').getBoundingClientRect();
    const sheet = [...document.querySelectorAll('#tree, #side .panel')].find(
      (part) => part.offsetHeight > 0 && getComputedStyle(part).position === 'fixed',
    );
    const below = sheet
      ? Math.max(0, stage.bottom - sheet.getBoundingClientRect().top)
      : (byId('stage-tools').offsetHeight || 76) + 12; // two rows, before they are there
    const card = document.querySelector('.greeting'),
      isHidden = card?.offsetHeight === 0;
    const above = card ? card.getBoundingClientRect().bottom - stage.top : stage.width < 480 ? 108 : 80; // before it is there
    return [this.isGreeting && !isHidden ? above + 8 : 12, below + (this.second ? 40 : 12)]; // with the names of two files
  }

  // ---- Files ----

  /** Avatars to choose from in the bar. */
  setShelf(shelf) {
    this.shelf = shelf;
    this.emit('shelf');
  }

  /** Opens an avatar; `read` resolves with its bytes. Keeps camera, pose and face when `isSame`; `isAsking`:
   * a person is asked before changes that are not saved are discarded. */
  async open(name, size, read, { files, isGreeting = false, isSame = false, isAsking = false } = {}) {
    if (isAsking && this.document?.isUnsaved && !(await askToDiscard(this.document, name, isSame))) {
      this.emit('shelf'); // the list shows again what is open
      return false;
    }
    this.emit('missing', null);
    this.emit('error', null);
    try {
      const shown = await this.loader.load(name, size, read, { files, isTried: !isGreeting }, async (bytes, signal) => {
        const document = await AvatarDocument.open(name, bytes, files);
        await othersTurn();
        await this.view.cast.show(bytes, { files, signal });
        return document;
      });
      if (shown) await this.#take(shown, { isGreeting, isSame });
      return Boolean(shown);
    } catch (error) {
      this.emit('error', { name, error });
      return false;
    }
  }

  async #take(document, { isGreeting, isSame }) {
    closeFileDialogs();
    this.document?.dispose();
    this.document = document;
    this.findings = null;
    this.isGreeting = isGreeting;
    this.#rebuild(); // before listeners run: the objects of the old items are gone
    this.motion.refit(this.view.shown.rig);
    if (!isSame) {
      if (!isGreeting) {
        // who greets keeps what a link says
        this.face.clear();
        if (this.voice.state === 'playing') this.voice.stop();
        this.motion.turns.clear();
      }
      this.state.set('selection', null);
      this.endComparison();
      this.state.set('crowd', 1);
    }
    this.#showCrowd();
    if (!isSame) this.view.frame(this.state.get('shot'), { isSmooth: false });
    await this.view.pictured(); // panels, marks and the check come after the first picture
    if (document !== this.document) return;
    this.emit('document');
    createParts(this);
    await this.#check(document);
    if (document === this.document && !isGreeting)
      this.announce(t('opened', { name: document.name, n: this.findings.length }));
  }

  /** Clones go with the avatar that they were made of. */
  #showCrowd() {
    const count = this.state.get('crowd');
    if (!this.second && count > 1) this.view.cast.setCrowd(count);
  }

  endComparison() {
    if (!this.second) return;
    this.second.dispose();
    Object.assign(this, { second: null, secondItems: null, comparison: null });
    this.view.cast.removeOthers();
    this.state.set('beside', null);
    if (this.state.get('panel') === 'compare') this.state.set('panel', 'overview');
    this.emit('document');
  }

  #rebuild() {
    this.items = new Items(this.document.model, this.view.shown.rig);
  }

  /** Validates what would be saved now. */
  async #check(document) {
    if (document !== this.document) return; // it would make the check of the newer one look old
    const turn = ++this.#checks;
    this.findings = null;
    this.emit('findings');
    const bytes = document.isChanged ? await document.save() : document.bytes;
    const validation = await this.loader.validate(bytes, document.files);
    if (turn !== this.#checks || document !== this.document) return; // something newer is checked
    this.findings = [...validation.findings];
    const known = new Set(this.findings.map(({ code, pointer }) => code + pointer));
    for (const finding of this.view.shown?.report.findings ?? [])
      if (!known.has(finding.code + finding.pointer)) this.findings.push(finding);
    this.emit('findings');
  }

  // ---- Changes ----

  /** Changes the document; see core/document.js. False when it was refused. */
  async change(change) {
    const made = { ...change, at: performance.now() };
    return this.#edit(async () => {
      await this.document.change(made);
      return made;
    });
  }

  async undo() {
    return this.#edit(
      () => this.document.undo(),
      () => this.document.changes.length > 0,
    );
  }

  async redo() {
    return this.#edit(
      () => this.document.redo(),
      () => this.document.undone.length > 0,
    );
  }

  /** Shows a change of materials before it is made: while a slider moves. The newest one wins. */
  async preview(change) {
    const isRunning = this.#previewed !== null;
    this.#previewed = change;
    if (isRunning) return;
    try {
      for (let shown = null; shown !== this.#previewed;) {
        shown = this.#previewed;
        const { document } = this,
          model = await document.preview(shown);
        if (document !== this.document || shown !== this.#previewed || !this.view.cast.setMaterials(model))
          model.dispose();
        await othersTurn();
      }
    } catch {
      // what is wrong with it is said when the change is made
    } finally {
      this.#previewed = null;
    }
  }

  /** Shows what the document has now. */
  async #show(document, { isVisible, isMaterial }) {
    this.#previewed &&= {}; // what is on its way is out of date
    if (isMaterial) {
      const model = await document.copy();
      if (document === this.document && this.view.cast.setMaterials(model)) return;
      model.dispose();
    }
    if (!isVisible && !isMaterial) return;
    const { cast } = this.view,
      before = cast.shown;
    const isWanted = () => document === this.document && cast.shown === before; // else a file was opened meanwhile
    if (await cast.show(await document.save(), {}, isWanted)) this.#showCrowd();
  }

  /** Runs something that changes the document and resolves with the change, after all that were asked for before;
   * false when there was nothing to do by then, or it was refused. */
  #edit(run, isPossible = () => true) {
    const { document } = this;
    const edit = this.#edits.then(
      () => document !== null && document === this.document && isPossible() && this.#makeEdit(document, run),
    );
    this.#edits = edit.catch(() => {});
    return edit;
  }

  async #makeEdit(document, run) {
    this.findings = null; // those of before are no longer true
    this.#checks++;
    try {
      const change = await run();
      if (document !== this.document) return false;
      await this.#show(document, change);
      if (document !== this.document) return false;
      this.#rebuild();
      this.applySprings();
      this.view.invalidate();
      this.emit('document');
      this.#check(document).catch((error) => this.#complain(error));
      return true;
    } catch (error) {
      this.#complain(error);
      if (document === this.document) this.#check(document).catch((why) => this.#complain(why));
      return false;
    }
  }

  #complain(error) {
    this.emit('complaint', t('failed', { why: error.message }));
  }

  /** Gives the avatar the spring settings of the document, which may differ from what it was built with. */
  applySprings() {
    for (const spring of this.items.springs)
      for (const joint of spring.joints)
        this.view.shown.avatar.setJointSettings(joint.index, this.items.springSettings(spring, joint));
  }

  // ---- Selection ----

  /** The item under a place on the page. */
  find(x, y) {
    const hit = this.items && this.view.pick(x, y);
    return hit ? { pointer: this.items.itemFor(hit, this.state.get('panel')), hit } : null;
  }

  showFinding(finding) {
    this.state.set('panel', 'findings');
    this.state.set('isPanelOpen', true);
    this.state.set('selection', finding.pointer || null);
    this.emit('finding', finding);
  }
}

function applyLook(app) {
  const { state } = app;
  const html = document.documentElement;
  html.lang = state.get('language');
  html.dataset.theme = state.get('theme');
  setLanguage(state.get('language'));
  document.title = app.document && !app.isGreeting ? `${app.document.name} · ${t('title')}` : t('title');
  byId('picture').setAttribute('aria-label', t('stageLabel'));
}

/** Bar, tree, panels, tools: all that stands around the avatar. */
function createParts(app) {
  if (!document.body.classList.contains('starting')) return;
  document.body.classList.remove('starting');
  createBar(app, byId('bar'));
  createTree(app, byId('tree'));
  createSide(app, byId('side'));
  createStageTools(app, byId('stage-tools'));
  createMotionBar(app, byId('motion'));
  if (app.view.shown && !app.view.camera.isFree) app.view.frame(app.state.get('shot'), { isSmooth: false }); // above the chips
}

// Where the page is drawn without a graphics card, each frame of the page delays the compiling of shaders by
// more than it takes itself: the avatar comes first, what is around it after its first picture. A large or slow
// file does not hold the page back.
const longestBare = 3000; // ms

async function start() {
  const app = new App();
  const session = fetchSession();
  window.viewer = app; // for the console and the tests
  const camera = readFragment(app);
  if (isNarrow()) {
    app.state.set('isPanelOpen', false);
    app.state.set('isTreeOpen', false);
  }
  applyLook(app);
  createNotice(app, byId('notice'));
  createIntake(app, byId('drop'));
  attachHands(app, byId('picture'));
  attachKeys(app);
  guardLeaving(app);
  watchComparison(app);
  watchFace(app);
  for (const name of ['language', 'theme'])
    app.state.on(name, () => {
      applyLook(app);
      app.emit('look');
      loadWords(app);
    });
  app.on('document', () => applyLook(app));
  watchFragment(app);
  followLight(app);
  loadWords(app);

  const bundled = session.then((found) => (found.files?.length ? null : fetchFile('bundled.vrm')()));
  bundled.catch(() => {}); // said when it is opened
  try {
    await init();
    await app.view.start();
  } catch (error) {
    createParts(app);
    app.emit('error', { name: t('title'), error, text: error.code === 'unsupported' ? t('noWebgl') : undefined });
    return;
  }
  const found = await session;
  setTimeout(() => createParts(app), found.files?.length ? longestBare : 5 * longestBare);
  app.state.on('shot', () => app.view.frame());
  for (const name of ['isPanelOpen', 'isTreeOpen'])
    app.state.on(name, () => requestAnimationFrame(() => !app.view.camera.isFree && app.view.frame())); // a sheet covers the stage or leaves it
  app.state.on('crowd', (count) => {
    app.endComparison();
    app.view.cast.setCrowd(count);
    app.view.frame();
  });
  for (const name of [
    'isPlaying',
    'pose',
    'look',
    'wind',
    'areSpringsPaused',
    'isTurning',
    'emotion',
    'intensity',
    'idle',
  ])
    app.state.on(name, () => app.view.invalidate());
  const hasSession = await joinSession(app, found);
  if (!hasSession) await greet(app, bundled);
  createParts(app);
  if (camera) app.view.camera.setNumbers(camera);
  app.view.invalidate();
  document.documentElement.dataset.ready = 'yes';
}

/** Sentences of findings come later than the page; it is shown again with them. */
async function loadWords(app) {
  try {
    if (await loadSentences()) app.emit('look');
  } catch (error) {
    app.emit('complaint', t('failed', { why: error.message }));
  }
}

/** Shows the bundled avatar to who opens the page without a file. */
async function greet(app, bundled) {
  app.state.set('look', 'pointer');
  await app.open('bundled.vrm', 0, async () => (await bundled) ?? fetchFile('bundled.vrm')(), { isGreeting: true });
  openClip(app, 'bundled.vrma', fetchFile('bundled.vrma'), { isSelected: false }).catch(() => {});
}

function watchFragment(app) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => writeFragment(app), 300);
  };
  app.state.on('any', (name) => name !== 'hover' && later());
  app.on('camera', later);
  app.on('face', later);
  app.on('turns', later);
}

/** Who edits the face sees the face; the view that was chosen comes back after it. */
function watchFace(app) {
  const { state } = app;
  let before = null;
  const look = () => {
    const isWanted =
      state.get('panel') === 'expressions' && state.get('isPanelOpen') && !app.second && state.get('crowd') === 1;
    if (app.view.camera.isFree || isWanted === (before !== null)) return;
    const shot = state.get('shot');
    if (isWanted && (shot === 'full' || shot === 'bust')) {
      before = shot;
      state.set('shot', 'face');
    } else if (!isWanted) {
      if (shot === 'face') state.set('shot', before);
      before = null;
    }
  };
  for (const name of ['panel', 'isPanelOpen']) state.on(name, look);
}

function followLight(app) {
  const apply = () => {
    if (!app.view.stage) return;
    const yaw = (app.state.get('lightYaw') * Math.PI) / 180,
      power = 0.9 * app.state.get('light');
    app.view.stage.light = { from: [Math.sin(yaw) * 1.4, 1, Math.cos(yaw) * 1.4], color: [power, power, power] };
    app.view.invalidate();
  };
  app.state.on('light', apply);
  app.state.on('lightYaw', apply);
}

start();

// SPDX-License-Identifier: MIT
// Builds the page: the application object that all parts share, and the steps of opening and changing a file.
import { init } from './libvrm/index.js';
import { forgetFile, isOfThisServer, readAddress } from './core/address.js';
import { AvatarDocument } from './core/document.js';
import { Bus } from './core/bus.js';
import { Desk } from './core/desk.js';
import { closeFileDialogs, isNarrow } from './core/dom.js';
import { Face } from './core/face.js';
import { Figure } from './core/figure.js';
import { readFragment, writeFragment } from './core/fragment.js';
import { History } from './core/history.js';
import { Items } from './core/items.js';
import { fetchFile, Loader } from './core/loader.js';
import { Motion } from './core/motion.js';
import { MotionRecorder } from './core/motion_recorder.js';
import { Optimizer } from './core/optimizer.js';
import { PoseLibrary } from './core/pose_library.js';
import { loadSentences } from './core/sentences.js';
import { isGlb } from './core/glb.js';
import { Hidden } from './core/hidden.js';
import { State } from './core/state.js';
import { jointItem, watchMode } from './core/surface_mode.js';
import { Sway } from './core/sway.js';
import { othersTurn } from './core/turn.js';
import { Voice } from './core/voice.js';
import { setLanguage, t } from './core/words.js';
import { Marks } from './stage/marks.js';
import { View } from './stage/view.js';
import { attachHands } from './stage/hands.js';
import { isChoosingJoints, jointAt } from './stage/proposal_lines.js';
import { createBar } from './parts/bar.js';
import { createBeforeAfter } from './parts/before_after.js';
import { watchComparison } from './parts/compare.js';
import { watchBackdrop } from './parts/backdrop.js';
import { createIntake, openClip } from './parts/intake.js';
import { askForLinked, openLinked } from './parts/linked.js';
import { createLegend } from './parts/legend.js';
import { watchLight } from './parts/light.js';
import { createMotionBar } from './parts/motion_bar.js';
import { createNotice } from './parts/notice.js';
import { createPosePictures } from './parts/pose_pictures.js';
import { untilDrawn } from './parts/recording.js';
import { createSide } from './parts/side.js';
import { createStageTools } from './parts/stage_tools.js';
import { createTimeline } from './parts/timeline.js';
import { createTree } from './parts/tree.js';
import { attachKeys } from './parts/keys.js';
import { fetchSession, joinSession } from './parts/live.js';
import { keepDrafts, offerDrafts } from './parts/drafts.js';
import { askToDiscard, guardLeaving } from './parts/unsaved.js';

const byId = (id) => document.getElementById(id);

class App extends Bus {
  state = new State();
  face = new Face(this);
  voice = new Voice(this);
  motion = new Motion(this);
  desk = new Desk(this);
  history = new History(() => this.emit('history'));
  library = new PoseLibrary(this);
  sway = new Sway(this);
  figure = new Figure(this);
  recorder = new MotionRecorder(this, (name, bytes) => openClip(this, name, async () => bytes));
  optimizer = new Optimizer(this);
  posePictures = createPosePictures(this);
  document = null;
  items = null;
  findings = null; // null while they are computed
  #checks = 0;
  #edits = Promise.resolve(); // changes run one after the other, each on the result of the one before
  #pending = 0; // changes that run or wait
  #undone = []; // which of document and history each undo was of
  #previewed = null; // the change of materials to preview next
  isGreeting = false;
  second = null; // the second document of a comparison
  secondItems = null;
  comparison = null; // differences: { models, found, why }, see parts/compare.js
  search = location.search; // the query of the page; see core/address.js
  fileUrl = null; // where the open file came from, if it has an address
  linkedMotion = null; // { url, edited }: the motion of the page's address
  hidden = null; // meshes and materials that are not shown
  isBare = false; // ?ui=none: only the avatar
  shelf = []; // avatars that were opened together: { name, open() }

  constructor() {
    super();
    this.view = new View(this, byId('picture'));
    this.marks = new Marks(this, byId('marks'));
    this.loader = new Loader((progress) => this.emit('progress', progress));
  }

  announce(text) {
    byId('announcer').textContent = text;
  }

  /** Pixels at the top and the bottom of the stage that cards and chips cover. */
  covered() {
    if (this.isBare) return [12, 12];
    const stage = byId('stage').getBoundingClientRect();
    const sheet = [...document.querySelectorAll('#tree, #side .panel')].find(
      (part) => part.offsetHeight > 0 && getComputedStyle(part).position === 'fixed',
    );
    const below = sheet
      ? Math.max(0, stage.bottom - sheet.getBoundingClientRect().top)
      : (byId('stage-tools').offsetHeight || 76) + 12; // two rows, before they exist
    const card = document.querySelector('.greeting'),
      isHidden = card?.offsetHeight === 0;
    const above = card ? card.getBoundingClientRect().bottom - stage.top : stage.width < 480 ? 108 : 80; // before it exists
    return [this.isGreeting && !isHidden ? above + 8 : 12, below + (this.second ? 40 : 12)]; // with the names of two files
  }

  // ---- Files ----

  /** Sets the avatars to choose from in the bar. */
  setShelf(shelf) {
    this.shelf = shelf;
    this.emit('shelf');
  }

  /** Opens an avatar; `read` resolves with its bytes. `isSame` keeps camera, pose and face. `isAsking` asks before
   * unsaved changes are discarded, and again if others came while the file was read. `url`: where the file came from; a
   * link's own file keeps the link's state. */
  async open(name, size, read, { files, isGreeting = false, isSame = false, isAsking = false, url = null } = {}) {
    let asked = null; // the newest change that the user was asked about
    const mayReplace = async () => {
      const last = this.document?.changes.at(-1);
      if (!isAsking || !this.document?.isUnsaved || last === asked) return true;
      asked = last;
      if (await askToDiscard(this.document, name, isSame)) return true;
      this.emit('shelf'); // the list shows the open file again
      return false;
    };
    if (!(await mayReplace())) return false;
    await untilDrawn();
    this.emit('missing', null);
    if (!isGreeting) this.emit('error', null); // why a link's file was not opened stays
    try {
      const shown = await this.loader.load(name, size, read, { files, isTried: !isGreeting }, async (bytes, signal) => {
        const document = await AvatarDocument.open(name, bytes, files);
        await othersTurn();
        while (isAsking && this.isEditing) await this.#edits;
        try {
          if (await mayReplace()) {
            await this.view.cast.show(bytes, { files, signal });
            return document;
          }
        } catch (error) {
          document.dispose();
          throw error;
        }
        document.dispose();
        return null;
      });
      if (shown) await this.#take(shown, { isGreeting, isSame, url });
      return Boolean(shown);
    } catch (error) {
      this.emit('error', { name, error });
      return false;
    }
  }

  async #take(document, { isGreeting, isSame, url }) {
    closeFileDialogs();
    if (!isSame) this.fileUrl = url;
    if (!isSame && !isGreeting && !url) forgetFile(this);
    if (this.document) this.history.forget(this.document);
    this.document?.dispose();
    this.#undone = this.#undone.filter((owner) => owner === this.history);
    this.document = document;
    this.findings = null;
    this.isGreeting = isGreeting;
    this.#rebuild(); // before listeners run: the old items are disposed
    this.motion.refit(this.view.shown.rig);
    if (!isSame) {
      this.face.clearMorphs();
      if (!isGreeting && !url) {
        // the greeting and a link's file keep the state of the link
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
    await this.view.pictured(); // panels, marks and validation follow the first picture
    if (document !== this.document) return;
    this.emit('document');
    createParts(this);
    await this.#check(document);
    const isQuiet = isGreeting || this.findings === null; // null: a change came meanwhile, and is being validated
    if (document === this.document && !isQuiet)
      this.announce(t('opened', { name: document.name, n: this.findings.length }));
  }

  /** Creates the clones again; they are disposed with their original. */
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

  /** Validates the file as it would be saved now. */
  async #check(document) {
    if (document !== this.document) return; // it would make the newer findings look old
    const turn = ++this.#checks;
    this.findings = null;
    this.emit('findings');
    let validation;
    try {
      const bytes = document.isChanged ? await document.save() : document.bytes;
      validation = await this.loader.validate(bytes, isGlb(bytes) ? undefined : document.files);
    } catch (error) {
      if (turn !== this.#checks || document !== this.document) return; // it was changed or closed meanwhile
      throw error;
    }
    if (turn !== this.#checks || document !== this.document) return; // a newer state is being validated
    this.findings = [...validation.findings];
    const known = new Set(this.findings.map(({ code, pointer }) => code + pointer));
    for (const finding of this.view.shown?.report.findings ?? [])
      if (!known.has(finding.code + finding.pointer)) this.findings.push(finding);
    this.emit('findings');
  }

  // ---- Changes ----

  /** Changes the document; see core/document.js. Resolves with false if the change was refused: also one that was made
   * for another state of it, the model `of`. */
  async change({ of, edits, ...change }) {
    const at = performance.now();
    return this.#edit(async () => {
      const { document } = this;
      if (of && of !== document.model) throw new Error(t('changedMeanwhile'));
      const made = {
        ...change,
        at,
        ...(edits ? { edits: typeof edits === 'function' ? edits(document.json) : edits } : {}),
      };
      await document.change(made);
      return made;
    });
  }

  /** Makes the changes of a page that ended, in the file with these bytes; see parts/drafts.js. Resolves with false if
   * they are refused: also in another file, and after a change. */
  async restore(bytes, changes) {
    const { document } = this;
    return this.#edit(async () => {
      if (document.bytes !== bytes || document.isChanged) throw new Error(t('changedMeanwhile'));
      await document.restore(changes);
      return { isVisible: true };
    });
  }

  get canUndo() {
    return this.history.canUndo || Boolean(this.document?.changes.length);
  }
  get canRedo() {
    return this.history.canRedo || Boolean(this.document?.undone.length);
  }

  /** Undoes the newest change, of the document or of motion and poses. */
  async undo() {
    const { document, history } = this;
    return this.#queue(() => {
      const isOfHistory = history.lastAt > (document?.changes.at(-1)?.at ?? 0);
      if (!isOfHistory && (document !== this.document || !document?.changes.length)) return false;
      this.#undone.push(isOfHistory ? history : document);
      return isOfHistory ? history.undo() : this.#makeEdit(document, () => document.undo());
    });
  }

  async redo() {
    const { document, history } = this;
    return this.#queue(() => {
      const possible = [history.canRedo && history, document === this.document && document?.undone.length && document];
      const last = this.#undone.findLast((owner) => possible.includes(owner)) ?? possible.find(Boolean);
      if (!last) return false;
      this.#undone = this.#undone.slice(0, Math.max(0, this.#undone.lastIndexOf(last)));
      return last === history ? history.redo() : this.#makeEdit(document, () => document.redo());
    });
  }

  /** Previews a change of materials while a slider moves. The newest one wins. */
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
      // errors are reported when the change is made
    } finally {
      this.#previewed = null;
    }
  }

  /** Shows the present state of the document. */
  async #show(document, { isVisible, isMaterial, bytes }) {
    this.#previewed &&= {}; // cancels pending previews
    if (bytes && this.view.cast.over?.bytes === bytes) return void this.view.cast.adoptOver(); // it is drawn already
    if (isMaterial) {
      const model = await document.copy();
      if (document === this.document && this.view.cast.setMaterials(model)) return;
      model.dispose();
    }
    if (!isVisible && !isMaterial) return;
    const { cast } = this.view,
      before = cast.shown;
    const isWanted = () => document === this.document && cast.shown === before; // false: a file was opened meanwhile
    if (await cast.show(await document.save(), {}, isWanted)) this.#showCrowd();
  }

  /** Runs a function after the changes before. */
  #queue(run) {
    const edit = this.#edits.then(run);
    this.#pending++;
    this.#edits = edit
      .catch(() => {})
      .then(() => {
        if (--this.#pending === 0) this.emit('edits-done');
      });
    return edit;
  }

  /** Whether a change runs or waits. */
  get isEditing() {
    return this.#pending > 0;
  }

  /** Whether changes wait for the one that runs: controls are ahead of the document. */
  get hasEditsWaiting() {
    return this.#pending > 1;
  }

  /** Queues a function that changes the document. Resolves with the change; false if there was nothing to do by then,
   * or it was refused. */
  #edit(run) {
    const { document } = this;
    return this.#queue(() => document !== null && document === this.document && this.#makeEdit(document, run));
  }

  async #makeEdit(document, run) {
    this.findings = null; // the old findings are out of date
    this.#checks++;
    try {
      const change = await run();
      if (document !== this.document) return false;
      await this.#show(document, change);
      await othersTurn();
      if (document !== this.document) return false;
      this.#rebuild();
      this.applySprings();
      this.view.invalidate();
      this.emit('document');
      this.#check(document).catch((error) => this.#complain(error));
      return true;
    } catch (error) {
      if (document !== this.document) return false; // it was closed meanwhile
      this.#complain(error);
      this.#check(document).catch((why) => this.#complain(why));
      return false;
    }
  }

  #complain(error) {
    this.emit('complaint', t('failed', { why: error.message }));
  }

  /** Sends the spring settings of the document to the avatar, which may have been built with others. */
  applySprings() {
    for (const spring of this.items.springs)
      for (const joint of spring.joints)
        this.view.shown.avatar.setJointSettings(joint.index, this.items.springSettings(spring, joint));
  }

  // ---- Selection ----

  /** The item at a point of the page. */
  find(x, y) {
    const joint = jointAt(this, x, y);
    if (joint) return { pointer: joint, hit: null };
    const hit = this.items && this.view.pick(x, y);
    if (!hit) return null;
    if (isChoosingJoints(this)) return hit.joint < 0 ? null : { pointer: `/nodes/${hit.joint}`, hit };
    if (this.state.get('mode') === 'weights') return { pointer: jointItem(this.items, hit.joint), hit };
    const panel = this.state.get('panel'),
      proposed = panel === 'springs' ? this.sway.pointerAt(hit) : null;
    return { pointer: proposed ?? this.items.itemFor(hit, panel), hit };
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

/** Builds bar, tree, panels and tools around the stage. */
function createParts(app) {
  if (!document.body.classList.contains('starting')) return;
  document.body.classList.remove('starting');
  createBar(app, byId('bar'));
  createTree(app, byId('tree'));
  createSide(app, byId('side'));
  createStageTools(app, byId('stage-tools'));
  createTimeline(app, byId('timeline'));
  createLegend(app);
  createBeforeAfter(app);
  createMotionBar(app, byId('motion'));
  if (app.view.shown && !app.view.camera.isFree) app.view.frame(app.state.get('shot'), { isSmooth: false }); // above the chips
}

// In software rendering each frame of the page delays the compilation of shaders by more than its own time. So the
// avatar comes first, and the controls around it follow after its first picture. A large or slow file does not delay
// the page.
const longestBare = 3000; // ms

async function start() {
  const app = new App();
  const session = fetchSession();
  window.viewer = app; // for the console and the tests
  const address = readAddress(app),
    camera = readFragment(app) ?? address.camera?.numbers;
  beBare(app, address.isBare);
  if (isNarrow()) {
    app.state.set('isPanelOpen', false);
    app.state.set('isTreeOpen', false);
  }
  applyLook(app);
  createNotice(app, byId('notice'));
  attachHands(app, byId('picture'));
  if (!app.isBare) {
    createIntake(app, byId('drop'));
    attachKeys(app);
  }
  guardLeaving(app);
  keepDrafts(app);
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
    addEventListener(type, () => app.history.hold(type === 'pointerdown'), true);
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
  watchBackdrop(app);
  loadWords(app);

  const isLinked = address.file !== null && isOfThisServer(address.file); // opened at once, without a greeting
  const bundled = session.then((found) => (found.files?.length || isLinked ? null : fetchFile('bundled.vrm')()));
  bundled.catch(() => {}); // announced when it is opened
  try {
    await init();
    await app.view.start();
    app.hidden = new Hidden(app); // before parts that show it
    watchMode(app);
    watchLight(app);
  } catch (error) {
    createParts(app);
    app.emit('error', { name: t('title'), error, text: error.code === 'unsupported' ? t('noWebgl') : undefined });
    return;
  }
  const found = await session;
  setTimeout(() => createParts(app), found.files?.length ? longestBare : 5 * longestBare);
  app.state.on('shot', () => app.view.frame());
  for (const name of ['isPanelOpen', 'isTreeOpen'])
    app.state.on(name, () => requestAnimationFrame(() => !app.view.camera.isFree && app.view.frame())); // a sheet opens or closes
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
    'isOrtho',
  ])
    app.state.on(name, () => app.view.invalidate());
  const hasSession = await joinSession(app, found),
    isOpen = hasSession || (isLinked && (await openLinked(app, address.file)));
  if (!isOpen) await greet(app, bundled);
  createParts(app);
  if (camera) app.view.camera.setNumbers(camera);
  else takeAngles(app, address.camera);
  if (location.search) app.emit('camera'); // the query's view is in the fragment from now on
  await askForLinked(app, address);
  app.view.invalidate();
  await offerDrafts(app);
  document.documentElement.dataset.ready = 'yes';
}

/** Shows nothing but the avatar, for frames of other pages. */
function beBare(app, isBare) {
  app.isBare = isBare;
  document.body.classList.toggle('bare', isBare);
  if (isBare) document.body.classList.remove('starting'); // no part is created
}

/** The degrees around and up of ?camera=bust 20 5. */
function takeAngles(app, camera) {
  const { shot, yaw, pitch } = camera ?? {};
  if (yaw === undefined && pitch === undefined) return;
  app.view.frame(shot, {
    isSmooth: false,
    ...(yaw === undefined ? {} : { yaw }),
    ...(pitch === undefined ? {} : { pitch }),
  });
  app.view.camera.isFree = true;
}

/** Loads the sentences of findings after the page, and renders it again with them. */
async function loadWords(app) {
  try {
    if (await loadSentences()) app.emit('look');
  } catch (error) {
    app.emit('complaint', t('failed', { why: error.message }));
  }
}

/** Shows the bundled avatar if the page is opened without a file. */
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

/** Frames the face while its panel is open, and restores the chosen view afterwards. */
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

start();

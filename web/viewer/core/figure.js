// SPDX-License-Identifier: MIT
// A figure without VRM that may become an avatar: what the library proposes, and what the user chose. Emits 'figure'
// when that changes.
import { AvatarProposal } from '../libvrm/index.js';
import { TPose } from './t_pose.js';
import { stemOf } from './desk.js';
import { t } from './words.js';

const defaults = { bones: {}, ignoresNames: false, keepsPose: false, metres: 0, makesMtoon: false, boneTurns: {} };

export class Figure {
  options = defaults;
  meta = { name: '', authors: '', licence: '' }; // as typed
  bones = {}; // by name: { node, by, confidence }
  facts = null; // null until they are there
  findings = [];
  problem = ''; // why there are no facts
  bone = null; // the bone that the next joint is for
  #app;
  #tPose = new TPose();
  #wantsPose = false;
  #model = null; // that was looked at
  #file = null;
  #turn = 0;
  #isApplying = false;

  constructor(app) {
    this.#app = app;
    app.on('document', () => this.#follow());
    app.state.on('selection', (pointer) => this.#select(pointer));
  }

  /** Whether the open file may become an avatar. */
  get isOpen() {
    const { document } = this.#app;
    return Boolean(document) && !document.info.dialect && !document.info.animation;
  }

  /** Whether the open file was made an avatar here. */
  get isMade() {
    return Boolean(this.#app.document?.changes.some(({ avatar }) => avatar));
  }

  /** Looks at the open file, unless that was done. */
  prepare() {
    if (this.isOpen && this.#app.document.model !== this.#model) this.#propose(this.options);
  }

  // ---- Choices ----

  /** Changes options; can be undone. `series` as in core/history.js. */
  set(changes, series = null) {
    const before = this.options,
      after = { ...before, ...changes },
      { document } = this.#app,
      put = (options) => document === this.#app.document && this.isOpen && this.#put(options);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    this.#app.history.add({ undo: () => put(before), redo: () => put(after), series, owner: document });
    put(after);
  }

  /** Takes options. Turned bones change nothing of what is found. */
  #put(options) {
    const found = ({ boneTurns, ...others }) => JSON.stringify(others);
    if (!this.facts || found(options) !== found(this.options)) return this.#propose(options);
    this.#take(options);
    this.#app.view.invalidate();
    this.#app.emit('figure');
  }

  #take(options) {
    this.options = options;
    this.#tPose.turns = options.boneTurns;
  }

  /** Says which node a bone is; null: none, undefined: as found. A node is one bone only. */
  choose(bone, node) {
    const bones = Object.fromEntries(
      Object.entries(this.options.bones).filter(([other, own]) => other !== bone && (own !== node || node === null)),
    );
    if (node !== undefined) bones[bone] = node;
    this.bone = null;
    this.set({ bones });
    if (node !== null && node !== undefined)
      this.#app.announce(t('figureChosen', { bone, node: this.#app.items.nodeName(node) }));
    this.#app.emit('figure');
  }

  /** Makes a bone the one that the next joint is for; the same bone again: none. */
  pick(bone) {
    const next = this.bone === bone ? null : bone,
      node = next && this.bones[next]?.node;
    this.bone = null;
    this.#app.state.set('selection', node === undefined || node === null ? null : `/nodes/${node}`);
    this.bone = next;
    this.#app.view.invalidate();
    this.#app.emit('figure');
  }

  /** A selected node becomes the picked bone; without one, the bone that it is becomes the picked one. */
  #select(pointer) {
    if (this.#app.state.get('panel') !== 'setup' || !this.isOpen || !this.facts) return;
    const place = /^\/nodes\/(\d+)$/.exec(pointer ?? ''),
      node = place ? Number(place[1]) : null;
    if (node === null) this.bone = null;
    else if (this.bone && !this.isPosing) return this.choose(this.bone, node);
    else this.bone = Object.keys(this.bones).find((name) => this.bones[name].node === node) ?? null;
    this.#app.emit('figure');
  }

  // ---- The T-pose ----

  /** Whether the stage shows the figure as its avatar will rest, and bones are turned instead of chosen. */
  get isPosing() {
    const { state, view } = this.#app;
    return this.#wantsPose && state.get('panel') === 'setup' && this.isOpen && this.canPose && view.shown !== null;
  }

  get canPose() {
    return Boolean(this.facts?.isPossible);
  }

  setPosing(isOn) {
    this.#wantsPose = isOn;
    this.#app.view.invalidate();
    this.#app.emit('figure');
  }

  /** Bones that are turned. */
  get turnedBones() {
    return Object.keys(this.options.boneTurns);
  }

  /** Degrees about x, y and z by which a bone is turned on top of the T-pose. */
  turnOf(bone) {
    return this.#tPose.turns[bone] ?? [0, 0, 0];
  }

  /** Turns a bone on the stage. */
  turn(bone, degrees) {
    this.#tPose.turns = { ...this.#tPose.turns, [bone]: degrees };
    this.#app.view.invalidate();
  }

  /** Makes what is turned on the stage a choice; what `control` turns in short steps is one change. */
  turned(control = null) {
    const turns = Object.entries(this.#tPose.turns).filter(([, degrees]) => degrees.some((x) => x !== 0));
    this.set({ boneTurns: Object.fromEntries(turns) }, control && `${control} ${this.bone}`);
  }

  unturn() {
    this.set({ boneTurns: {} });
  }

  /** The bone with the rings, as Motion.ringed. */
  get ringed() {
    const found = this.isPosing ? this.bones[this.bone] : null;
    return found ? { bone: this.bone, node: found.node, rest: found.rest } : null;
  }

  /** Puts the figure on the stage into the T-pose, or back. */
  show(shown) {
    if (shown === this.#app.view.shown) this.#tPose.show(shown, this.isPosing);
  }

  // ---- The avatar ----

  /** Makes the avatar; resolves with false if the document refused it. */
  async apply() {
    const { name, authors, licence } = this.meta,
      list = authors
        .split(/[,、\n]/)
        .map((author) => author.trim())
        .filter(Boolean);
    const change = {
      label: t('figureMade'),
      avatar: {
        options: this.options,
        meta: {
          ...(name.trim() ? { name: name.trim() } : {}),
          ...(list.length ? { authors: list } : {}),
          ...(licence.trim() ? { otherLicenseUrl: licence.trim() } : {}),
        },
      },
      isVisible: true,
      of: this.#model,
    };
    if (this.#isApplying) return false;
    this.#app.state.set('selection', null);
    this.#isApplying = true;
    const isMade = await this.#app.change(change);
    this.#isApplying = false;
    if (isMade) this.#app.announce(t('figureMade'));
    return isMade;
  }

  async #propose(options) {
    const { document } = this.#app,
      { model } = document,
      turn = ++this.#turn;
    this.#model = model;
    this.problem = '';
    this.#take(options);
    let proposal = null;
    try {
      proposal = await AvatarProposal.create(model, options);
      if (turn !== this.#turn) return;
      this.bones = proposal.bones;
      this.#tPose.take(proposal, options.boneTurns);
      this.facts = proposal.facts;
      this.findings = proposal.report.findings;
    } catch (error) {
      if (turn !== this.#turn || model !== document.model) return;
      this.problem = t('failed', { why: error.message });
      this.#app.emit('complaint', this.problem);
    } finally {
      proposal?.dispose();
    }
    this.#app.view.invalidate();
    this.#app.emit('figure');
  }

  /** Another file begins anew; a changed one is looked at again. */
  #follow() {
    const { document } = this.#app;
    if (document !== this.#file) {
      this.#file = document;
      this.#model = null;
      this.#turn++;
      this.bone = null;
      this.facts = null;
      this.bones = {};
      this.findings = [];
      this.problem = '';
      this.options = defaults;
      this.#wantsPose = false;
      this.#tPose = new TPose();
      this.meta = { name: document ? stemOf(document.name) : '', authors: '', licence: '' };
    }
  }
}

// SPDX-License-Identifier: MIT
// Springs that are proposed for the open avatar and not taken yet. Emits 'sway' when they change.
import { SpringProposal } from '../libvrm/index.js';
import { t } from './words.js';

const defaults = { replaces: false, hasColliders: true, isCentered: false };

export class Sway {
  options = { ...defaults };
  chains = []; // as SpringProposal has them
  result = null; // of the chains that are taken
  kinds = [];
  feels = [];
  #app;
  #proposal = null;
  #document = null;
  #model = null; // of the document that the proposal is of
  #turn = 0;
  #isApplying = false;

  constructor(app) {
    this.#app = app;
    app.on('document', () => this.#follow());
  }

  get isOpen() {
    return this.#proposal !== null;
  }

  get takenCount() {
    return this.chains.filter(({ isTaken }) => isTaken).length;
  }

  /** Whether applying would change the file. */
  get isUseful() {
    return this.takenCount > 0 || this.options.replaces;
  }

  /** Proposes with the present options; choices of chains that are found again stay. */
  async open(changes = {}) {
    const turn = ++this.#turn,
      { document, items } = this.#app,
      { model } = document,
      options = { ...this.options, ...changes },
      before = new Map(this.chains.map((chain) => [keyOf(chain), chain]));
    let proposal;
    try {
      proposal = await SpringProposal.create(model, optionsFor(options, items));
    } catch (error) {
      if (turn === this.#turn) {
        this.close();
        this.#app.emit('complaint', t('failed', { why: error.message }));
      }
      return;
    }
    if (turn !== this.#turn || document !== this.#app.document) return proposal.dispose();
    if (model !== document.model) {
      proposal.dispose(); // a change came first
      return this.open(changes);
    }
    this.#proposal?.dispose();
    this.#proposal = proposal;
    this.#document = document;
    this.#model = model;
    this.options = options;
    this.kinds = proposal.kinds;
    this.feels = proposal.feels;
    proposal.chains.forEach((chain, i) => {
      const known = before.get(keyOf(chain));
      if (known) proposal.set(i, { isTaken: known.isTaken, kind: known.kind, feel: known.feel });
    });
    this.#show();
  }

  close() {
    this.#turn++;
    this.#proposal?.dispose();
    this.#proposal = null;
    this.options = { ...defaults };
    this.chains = [];
    this.result = null;
    this.#app.view.invalidate();
    this.#app.emit('sway');
  }

  /** Changes the choice for the chains that a function accepts. */
  choose(choice, isMeant = () => true) {
    this.chains.forEach((chain, i) => isMeant(chain, i) && this.#proposal.set(i, choice));
    this.#show();
  }

  /** Writes what is taken; resolves with false if the document refused it. */
  async apply() {
    if (this.#isApplying) return false;
    const change = {
      label: t('springsTaken', { n: this.takenCount }),
      springs: {
        options: optionsFor(this.options, this.#app.items),
        chains: this.chains.map(({ isTaken, kind, feel }) => ({ isTaken, kind, feel })),
      },
      isVisible: true,
      of: this.#model,
    };
    this.#isApplying = true;
    const isMade = await this.#app.change(change);
    this.#isApplying = false;
    if (!isMade) {
      this.#follow(); // what came first was not followed
      return false;
    }
    this.close();
    this.#app.announce(change.label);
    return true;
  }

  /** The chain that begins at the selected or hovered node. */
  chainAt(pointer) {
    return this.chains.find((chain) => pointer === pointerOf(chain));
  }

  /** The chain under a hit on the stage, as a pointer; null if there is none. */
  pointerAt({ joint }) {
    const chain = this.chains.find(({ nodes }) => nodes.includes(joint));
    return chain ? pointerOf(chain) : null;
  }

  #show() {
    this.chains = this.#proposal.chains;
    this.result = this.#proposal.result;
    this.#app.view.invalidate();
    this.#app.emit('sway');
  }

  /** Proposes anew when the document changed; another file ends the proposal. */
  #follow() {
    if (!this.isOpen || this.#isApplying) return;
    if (this.#document === this.#app.document && this.#app.document.info.dialect === '1.0') this.open();
    else this.close();
  }
}

export const pointerOf = ({ nodes }) => `/nodes/${nodes[0]}`;
const keyOf = ({ name, nodes }) => `${nodes[0]} ${name}`;

const optionsFor = ({ replaces, hasColliders, isCentered }, items) => ({
  replaces,
  hasColliders,
  center: isCentered ? (items.info.bones.hips ?? -1) : -1,
});

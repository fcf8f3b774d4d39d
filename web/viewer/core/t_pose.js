// SPDX-License-Identifier: MIT
// The rest pose that a figure without VRM gets, on the stage before the avatar is made.
import { fromDegrees, multiply } from '../stage/vectors.js';

const inverse = ([x, y, z, w]) => [-x, -y, -z, w];

export class TPose {
  turns = {}; // by bone: degrees about x, y and z, as they are now
  #nodes = []; // of the proposal
  #bones = {};
  #proposed = {}; // the turns in #nodes
  #shown = null; // the avatar in the T-pose

  /** Takes a proposal that was made with these turns. */
  take({ nodes, bones }, turns) {
    this.#nodes = nodes;
    this.#bones = bones;
    this.#proposed = turns;
  }

  /** Puts a figure into the pose, or back to that of its file. */
  show(shown, isPosing) {
    if (isPosing) shown.avatar.setNodes(this.#locals(shown.rig));
    else if (this.#shown === shown) shown.avatar.resetPose();
    this.#shown = isPosing ? shown : null;
  }

  /** Ten numbers for each node, as Avatar.locals. */
  #locals(rig) {
    const locals = rig.rest();
    for (const { node, translation, rotation, scale } of this.#nodes)
      locals.set([...translation, ...rotation, ...scale], node * 10);
    for (const bone of new Set([...Object.keys(this.turns), ...Object.keys(this.#proposed)])) this.#turn(locals, bone);
    return locals;
  }

  /** Turns a bone as it is now instead of as it was proposed. */
  #turn(locals, bone) {
    const now = this.turns[bone] ?? [0, 0, 0],
      before = this.#proposed[bone] ?? [0, 0, 0],
      found = this.#bones[bone];
    if (!found || now === before) return;
    const { node, rest } = found,
      change = multiply(inverse(fromDegrees(...before)), fromDegrees(...now)),
      local = multiply(inverse(rest), multiply(change, rest));
    locals.set(multiply([...locals.subarray(node * 10 + 3, node * 10 + 7)], local), node * 10 + 3);
  }
}

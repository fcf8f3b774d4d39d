// SPDX-License-Identifier: MIT
// What the stage shows of surfaces, instead of the avatar as its materials say.

export const modes = ['lit', 'base', 'shade', 'light', 'normals', 'uv', 'weights', 'density'];

/** The node whose weights are shown: the first one of the selection; null without one. */
export function weightNode({ items, state }) {
  return items?.nodesOf(state.get('selection'))[0] ?? null;
}

/** The item to select at a point of the avatar in the mode "weights": the joint that moves the point most. */
export const jointItem = (items, joint) => items.bones.find(({ node }) => node === joint)?.pointer ?? `/nodes/${joint}`;

/** Sets mode and node of the stage whenever they change. */
export function watchMode(app) {
  const { state, view } = app;
  const apply = () => {
    const node = state.get('mode') === 'weights' ? weightNode(app) : null;
    Object.assign(view.stage, { mode: state.get('mode'), modeNode: node });
    view.invalidate();
  };
  for (const name of ['mode', 'selection']) state.on(name, apply);
  app.on('document', apply);
  apply();
}

/** The next mode, after the last one the first. */
export function nextMode({ state }) {
  state.set('mode', modes[(modes.indexOf(state.get('mode')) + 1) % modes.length]);
}

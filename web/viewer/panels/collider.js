// SPDX-License-Identifier: MIT
// The settings of a collider in the panel Springs: radius, place, and the end of a capsule.
import { h, slider } from '../core/dom.js';
import { changeCollider, colliderAt, showCollider } from '../core/colliders.js';
import { t } from '../core/words.js';

const axes = ['X', 'Y', 'Z'];

/** Sliders of a collider; null in 0.x. */
export function colliderSettings(app, pointer) {
  const collider = colliderAt(app.items.json, pointer);
  if (!collider) return null;
  let shown = collider; // as the sliders are: ahead of the document until their changes are made
  /** `changed(collider, value)` is a collider with the value of the slider. */
  const control = (label, value, least, most, key, changed) =>
    slider({
      label,
      min: Math.min(least, value),
      max: Math.max(most, value),
      step: 0.001,
      digits: 3,
      unit: 'm',
      value,
      key: `collider-${key}`,
      onInput: (next) => showCollider(app, (shown = changed(shown, next))),
      onChange: (next) => changeCollider(app, collider, (now) => changed(now, next), key),
    });
  const along = (member, i) => (now, value) => ({ ...now, [member]: now[member].map((x, k) => (k === i ? value : x)) });
  const vector = (member, label) =>
    axes.map((axis, i) =>
      control(`${t(label)} ${axis}`, collider[member][i], -0.3, 0.3, `${member}-${i}`, along(member, i)),
    );
  return h(
    'div',
    { class: 'details' },
    collider.kind === 'plane'
      ? null
      : control(t('colliderRadius'), collider.radius, 0, 0.3, 'radius', (now, radius) => ({ ...now, radius })),
    ...vector('offset', 'colliderOffset'),
    ...(collider.kind === 'capsule' ? vector('tail', 'colliderTail') : []),
    h('p', { class: 'muted small', text: t('colliderHint') }),
  );
}

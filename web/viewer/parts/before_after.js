// SPDX-License-Identifier: MIT
// The avatar before and after a change that is not made yet, side by side in one picture: a line divides it, which is
// moved by its handle or by arrow keys. Both move alike; the camera works as ever.
import { h } from '../core/dom.js';
import { bytes, t } from '../core/words.js';

const thumb = 36; // pixels, as style/views.css has it

export function createBeforeAfter(app) {
  const { view } = app,
    stage = document.getElementById('stage');
  const copy = h('canvas', { class: 'split-before', 'aria-hidden': 'true' }),
    context = copy.getContext('2d');
  const line = h('i', { class: 'split-line' });
  const input = h('input', {
    type: 'range',
    class: 'split',
    min: '0',
    max: '100',
    step: '1',
    value: '50',
    dataset: { key: 'split' },
    on: { input: () => place() },
  });
  const names = ['before', 'after'].map((side) => h('div', { class: `split-name of-${side}` }));
  const element = h('div', { class: 'split-all', hidden: true }, copy, line, ...names, input);
  stage.querySelector('#picture').after(element);

  function place() {
    const width = stage.clientWidth,
      x = thumb / 2 + (input.value / 100) * (width - thumb);
    copy.style.clipPath = `inset(0 ${width - x}px 0 0)`;
    line.style.left = `${x}px`;
    input.setAttribute('aria-valuetext', t('splitAt', { n: input.value }));
  }
  const show = () => {
    element.hidden = !view.split.isOn;
    if (element.hidden) return;
    input.setAttribute('aria-label', t('split'));
    const { result } = app.optimizer;
    names.forEach((name, i) => {
      const { values } = i ? result.after : result.before;
      name.textContent = `${t(i ? 'after' : 'before')}: ${bytes(values.fileBytes)}`;
    });
    place();
  };

  view.split = {
    get isOn() {
      return Boolean(view.cast.over && app.optimizer.result) && app.state.get('panel') === 'optimize';
    },
    /** Draws the one, keeps its picture, and draws the other. */
    draw() {
      const { cast, stage: drawn, canvas } = view;
      if (this.isOn) {
        drawn.draw();
        if (copy.width !== canvas.width) copy.width = canvas.width;
        if (copy.height !== canvas.height) copy.height = canvas.height;
        context.clearRect(0, 0, copy.width, copy.height);
        context.drawImage(canvas, 0, 0);
        swap(cast, true);
      }
      drawn.draw();
      swap(cast, false);
    },
  };
  new ResizeObserver(show).observe(stage);
  app.on('optimizer', () => {
    show();
    view.invalidate();
  });
  app.state.on('panel', () => {
    show();
    view.invalidate();
  });
  app.on('look', show);
}

/** Which of the two is drawn. */
function swap({ shown, over }, isAfter) {
  shown.isVisible = !isAfter;
  over.shown.isVisible = isAfter;
}

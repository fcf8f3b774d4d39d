// SPDX-License-Identifier: MIT
// A small graph of the cost of the last frames: runtime below, drawing above it.
import { h } from '../core/dom.js';
import { number, t } from '../core/words.js';

const count = 120,
  height = 40,
  width = 160;

export function createCostGraph(app) {
  const canvas = h('canvas', { width: width * 2, height: height * 2, class: 'cost', role: 'img' });
  const text = h('div', { class: 'cost-text muted' });
  const element = h('div', { class: 'row cost-box' }, canvas, text);
  const samples = [];
  let colors = null,
    frames = 0;

  const paint = () => {
    const style = getComputedStyle(document.documentElement);
    colors ??= {
      step: style.getPropertyValue('--accent'),
      draw: style.getPropertyValue('--info'),
      line: style.getPropertyValue('--line'),
    };
    const context = canvas.getContext('2d');
    context.setTransform(2, 0, 0, 2, 0, 0);
    context.clearRect(0, 0, width, height);
    const sorted = samples.map(({ step, draw }) => step + draw).sort((a, b) => a - b);
    const most = Math.max(2, 1.25 * (sorted[Math.floor(sorted.length * 0.95)] ?? 0)); // a single slow frame does not flatten the rest
    context.fillStyle = colors.line;
    context.fillRect(0, height - 1, width, 1);
    const each = width / count;
    samples.forEach(({ step, draw }, i) => {
      const x = (i + count - samples.length) * each,
        low = Math.min(1, step / most) * (height - 4),
        high = Math.min(height - 4 - low, (draw / most) * (height - 4));
      context.fillStyle = colors.step;
      context.fillRect(x, height - low, each, low);
      context.fillStyle = colors.draw;
      context.fillRect(x, height - low - high, each, high);
    });
  };

  const write = () => {
    const median = (name) =>
      number(samples.map((sample) => sample[name]).sort((a, b) => a - b)[samples.length >> 1] ?? 0, 1);
    const lines = [
      t('costStep', { ms: median('step') }),
      t('costDraw', { ms: median('draw') }),
      t('costFrame', { fps: number(1000 / Math.max(1, app.view.quality?.frameMs ?? 1000)) }),
    ];
    text.replaceChildren(...lines.map((line) => h('div', { text: line })));
    canvas.setAttribute('aria-label', `${t('cost')}: ${lines.join(', ')}`);
    canvas.title = t('costHint');
  };

  app.state.on('theme', () => {
    colors = null;
  });
  return {
    element,
    render: write,
    add(times) {
      samples.push(times);
      if (samples.length > count) samples.shift();
      if (++frames % 6 === 0 && element.offsetParent !== null) paint();
      if (frames % 30 === 0) write();
    },
  };
}

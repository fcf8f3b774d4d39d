// SPDX-License-Identifier: MIT
// Temporary notices over the stage: greeting, progress of loading, why a file cannot be opened.
import { button, fill, h, meter, newId } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { sentenceOf } from '../core/sentences.js';
import { bytes, t } from '../core/words.js';
import { findingList } from './finding_list.js';
import { chooseFiles } from './intake.js';

export function createNotice(app, element) {
  const progressCard = createProgressCard(app);
  let progress = null,
    failure = null,
    missing = null,
    complaint = null,
    timer = 0,
    before = null;

  /** Closes the card and restores the focus. */
  const dismiss = () => {
    failure = null;
    render();
    before?.focus?.();
    before = null;
  };

  const render = () => {
    const content = failure
      ? failureCard(failure, app, dismiss)
      : missing
        ? missingCard(missing, app)
        : progress && !(app.isGreeting && !app.document)
          ? progressCard.set(progress)
          : complaint
            ? h('div', { class: 'card', role: 'alert', text: complaint })
            : app.isGreeting && !app.isBare
              ? greetingCard(app)
              : null;
    element.hidden = !content;
    element.className = failure || missing ? '' : 'quiet';
    if (content && element.firstChild !== content) fill(element, content);
  };

  app.on('progress', (value) => {
    if (value && value.stage !== progress?.stage) app.announce(`${titleOf(value)}: ${t(`stage.${value.stage}`)}`);
    progress = value;
    render();
  });
  app.on('error', (value) => {
    failure = value;
    if (value) app.announce(t('cannotOpen', { name: value.name }));
    render();
    if (!value) return;
    if (!element.contains(document.activeElement)) before = document.activeElement;
    element.querySelector('.failure').focus({ preventScroll: true });
  });
  app.on('missing', (value) => {
    missing = value;
    if (value) {
      failure = null;
      app.announce(t('missingWith', { name: value.name, files: value.missing.map(({ name }) => name).join(', ') }));
    }
    render();
  });
  app.on('complaint', (text) => {
    complaint = text;
    clearTimeout(timer);
    timer = setTimeout(() => {
      complaint = null;
      render();
    }, 6000);
    render();
  });
  app.on('document', render);
  app.on('look', render);
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !failure || !app.document || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    dismiss();
  });
}

const greetingCard = (app) =>
  h(
    'div',
    { class: 'card greeting' },
    h('div', {}, h('strong', { text: t('greeting') }), h('div', { class: 'muted', text: t('private') })),
    button(t('open'), () => chooseFiles(app), { kind: 'primary', icon: 'open' }),
  );

const titleOf = ({ title, name }) => title ?? t('loadingOf', { name });

/** Progress updates one card, so that its button can be pressed while numbers change. */
function createProgressCard(app) {
  let cancel = null;
  const title = h('strong', { class: 'clip' }),
    detail = h('div', { class: 'muted' }),
    bar = meter(0);
  const stop = button('', () => (cancel ? cancel() : app.loader.cancel()), { kind: 'small', key: 'cancel-progress' });
  const card = h(
    'div',
    { class: 'card loading' },
    h('div', { class: 'row' }, h('div', { class: 'grow' }, title, detail), stop),
    bar,
  );
  card.set = (progress) => {
    cancel = progress.cancel ?? null;
    title.textContent = titleOf(progress);
    detail.textContent = [progress.size ? bytes(progress.size) : '', t(`stage.${progress.stage}`)]
      .filter(Boolean)
      .join(' · ');
    stop.textContent = t('cancel');
    bar.set(progress.fraction);
    return card;
  };
  return card;
}

/** The file's name, its first error, and all findings; never a bare exception. */
function failureCard({ name, error, text }, app, dismiss) {
  const findings = error.report?.findings ?? [];
  const first = findings.find(({ severity }) => severity === 'error') ?? findings[0];
  const id = newId('title');
  return h(
    'div',
    { class: 'card failure', role: 'alertdialog', 'aria-labelledby': id, tabindex: -1 },
    h('div', { class: 'row' }, icon('error'), h('h2', { id, text: t('cannotOpen', { name }) })),
    h('p', {
      class: 'reason',
      text: text ?? (first ? sentenceOf(first) : error.message),
      lang: text || (first && sentenceOf(first) !== first.message) ? undefined : 'en',
    }),
    first ? h('p', { class: 'code muted', text: [first.code, first.pointer].filter(Boolean).join('  ') }) : null,
    findings.length > 1 ? h('p', { class: 'muted', text: t('cannotOpenWhy') }) : null,
    findings.length > 1 ? findingList(findings.filter((finding) => finding !== first).slice(0, 100)) : null,
    h(
      'div',
      { class: 'row wrap' },
      button(t('tryAnother'), () => chooseFiles(app), { kind: 'primary' }),
      app.document ? button(t('backToAvatar'), dismiss) : null,
    ),
  );
}

const namesShown = 12;

/** A .gltf without its side files: their names, and how to provide them. */
const missingCard = ({ name, missing, openAnyway, dismiss }, app) =>
  h(
    'div',
    { class: 'card missing', role: 'alert' },
    h('div', { class: 'row' }, icon('open'), h('h2', { text: t('missingTitle', { name }) })),
    h('p', { text: t('missingText') }),
    h(
      'ul',
      { class: 'missing-list code' },
      missing.slice(0, namesShown).map((file) => h('li', { class: 'clip', text: file.name, title: file.name })),
      missing.length > namesShown
        ? h('li', { class: 'muted', text: t('moreItems', { n: missing.length - namesShown }) })
        : null,
    ),
    h('p', { class: 'muted', text: t('missingHow') }),
    h(
      'div',
      { class: 'row wrap' },
      button(t('missingChoose'), () => chooseFiles(app), { kind: 'primary', key: 'missing-choose' }),
      openAnyway ? button(t('missingAnyway'), openAnyway, { key: 'missing-anyway' }) : null,
      app.document ? button(t('backToAvatar'), dismiss, { key: 'missing-dismiss' }) : null,
    ),
  );

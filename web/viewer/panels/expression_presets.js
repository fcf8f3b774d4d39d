// SPDX-License-Identifier: MIT
// How complete a face is: each preset with its picture, new expressions, and those that names of morph targets imply.
import { button, check, h, openDialog, section } from '../core/dom.js';
import { added, isEditable, missing, placeOf, proposed } from '../core/expression_edits.js';
import { icon } from '../core/icons.js';
import { t } from '../core/words.js';
import { askName, changeExpressions } from './expression_editor.js';
import { migrateButton } from './migrate.js';

let known = { model: null, facts: null }; // of the present state of the document

/** What Model.expressionFacts() says; null until it is known. */
function factsOf(app) {
  const { model } = app.document;
  if (known.model === model) return known.facts;
  known = { model, facts: null };
  model
    .expressionFacts()
    .then((facts) => {
      if (known.model !== model) return;
      known.facts = facts;
      app.emit('face-map'); // the panel is shown again
    })
    .catch((error) => {
      if (known.model === model) app.emit('complaint', t('failed', { why: error.message }));
    });
  return null;
}

export function presetPart(app) {
  if (!isEditable(app.document)) return section(t('expr.presets'), old(app));
  const facts = factsOf(app);
  if (!facts) return section(t('expr.presets'), h('p', { class: 'muted small', text: t('expr.looking') }));
  const { presets, effective, expected, proposals } = facts;
  const more = missing(app.document.json, proposals);
  app.posePictures.request(effective.map((name) => ({ key: `expression-${name}`, expression: name })));
  return section(
    t('expr.presets'),
    h('p', {
      class: 'muted small',
      text: t('expr.complete', {
        n: expected.filter((name) => effective.includes(name)).length,
        all: expected.length,
        shapes: facts.shapeCount,
      }),
    }),
    h(
      'div',
      { class: 'poses presets', role: 'group', 'aria-label': t('expr.presets') },
      expected.map((name) => tile(app, name, { presets, effective, proposals })),
    ),
    h(
      'div',
      { class: 'row wrap gap-top' },
      button(t('expr.new'), () => make(app), { kind: 'small', key: 'expression-new' }),
      button(t('expr.propose', { n: more.length }), () => choose(app, more), {
        kind: 'small',
        key: 'expression-propose',
        isDisabled: more.length === 0,
        title: t('expr.proposeHow'),
      }),
    ),
  );
}

/** Expressions of older dialects are shown, and migrated to be edited. */
const old = (app) => [
  h('p', { class: 'muted small', text: t('expr.old') }),
  app.document.info.dialect === '0.x' ? migrateButton(app) : null,
];

/** A preset: chosen with its picture, or made if it is missing. */
function tile(app, name, { presets, effective, proposals }) {
  const isThere = presets.includes(name),
    hasEffect = effective.includes(name),
    state = hasEffect ? 'works' : isThere ? 'empty' : 'missing',
    address = hasEffect ? app.posePictures.get(`expression-${name}`) : undefined,
    isChosen = app.state.get('selection') === placeOf(name);
  return h(
    'button',
    {
      type: 'button',
      class: `pose ${state}`,
      'aria-pressed': String(isChosen),
      title: t(`expr.is.${state}`, { name }),
      'aria-label': t(`expr.is.${state}`, { name }),
      dataset: { key: `preset-${name}`, picture: `expression-${name}` },
      on: {
        click: () => {
          app.face.wishes.clear();
          if (!isChosen) app.face.wish(name, 1); // the avatar shows what is chosen
          app.view.invalidate();
          if (isThere) return app.state.set('selection', isChosen ? null : placeOf(name));
          const found = proposals.find((other) => other.name === name);
          return changeExpressions(
            app,
            t('expr.made', { name }),
            found ? (json) => proposed(json, [found]) : added(name),
            { select: name },
          );
        },
      },
    },
    address
      ? h('img', { src: address, alt: '' })
      : h('span', { class: 'pose-blank' }, icon(hasEffect ? 'expressions' : 'warning')),
    h('span', { class: 'clip', text: name }),
  );
}

const make = (app) =>
  askName(app, t('expr.new'), '', undefined, (name) =>
    changeExpressions(app, t('expr.made', { name }), added(name), { select: name }),
  );

/** Shows what would be added, to choose from. */
function choose(app, list) {
  const taken = new Set(list);
  const dialog = openDialog(
    t('expr.proposeTitle'),
    [
      h('p', { class: 'muted small', text: t('expr.proposeHow') }),
      h(
        'ul',
        { class: 'plain-list proposals' },
        list.map((proposal) =>
          h(
            'li',
            {},
            check(
              proposal.name,
              true,
              (isOn) => {
                if (isOn) taken.add(proposal);
                else taken.delete(proposal);
              },
              { key: `take-${proposal.name}` },
            ),
          ),
        ),
      ),
    ],
    {
      isOfFile: true,
      closeLabel: t('close'),
      foot: [
        button(t('cancel'), () => dialog.close()),
        button(
          t('expr.take'),
          () => {
            dialog.close();
            const chosen = list.filter((proposal) => taken.has(proposal));
            if (chosen.length)
              changeExpressions(app, t('expr.took', { n: chosen.length }), (json) => proposed(json, chosen));
          },
          { kind: 'primary', key: 'expression-take' },
        ),
      ],
    },
  );
}

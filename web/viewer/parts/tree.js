// SPDX-License-Identifier: MIT
// The contents of the file as a tree: named groups, and the whole JSON below them. Rows are created when
// their parent is opened; a search shows the matching rows of all groups.
import { button, fill, h, newId } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { escapePart } from '../core/items.js';
import { t } from '../core/words.js';

const childLimit = 500;
const severities = ['error', 'warning', 'info', 'hint'];

export function createTree(app, element) {
  const { state } = app;
  const open = new Set(['group:expressions']);
  const search = h('input', { type: 'search', dataset: { key: 'tree-search' }, on: { input: () => renderRows() } });
  const list = h('ul', { role: 'tree', class: 'rows', tabindex: '-1' });
  const hiddenBar = h('div', { class: 'row tree-hidden', hidden: true });
  element.append(h('div', { class: 'tree-head' }, icon('search'), search), hiddenBar, list);

  const renderRows = () => {
    const worst = worstByPointer(app.findings ?? []);
    const text = search.value.trim().toLowerCase();
    const roots = app.items ? rootRows(app) : [];
    const rows = [];
    const visit = (row, level) => {
      rows.push({ ...row, level, isOpen: open.has(row.key) });
      if (open.has(row.key)) for (const child of row.children?.() ?? []) visit(child, level + 1);
    };
    if (text) {
      for (const root of roots)
        for (const child of root.key === 'group:json' ? [] : allBelow(root))
          if (String(child.label).toLowerCase().includes(text)) rows.push({ ...child, children: null, level: 1 });
    } else for (const root of roots) visit(root, 1);
    const focused = document.activeElement?.closest?.('#tree [role="treeitem"]')?.dataset.key;
    fill(
      list,
      rows.length
        ? rows.slice(0, 4000).map((row, i) => rowElement(row, i, worst, focused))
        : [h('li', { class: 'muted empty', role: 'none', text: app.items && text ? t('nothingFound') : '' })],
    );
  };

  /** How many meshes and materials are hidden, and the way back. */
  const renderHidden = () => {
    const n = app.hidden?.count ?? 0;
    hiddenBar.hidden = n === 0;
    fill(
      hiddenBar,
      h('span', { class: 'grow', text: t('hiddenCount', { n }) }),
      button(t('showHidden'), () => app.hidden.showAll(), { kind: 'small', key: 'show-hidden' }),
    );
  };

  /** Hides or shows a mesh or material. Not in the order of Tab: the row has the key H. */
  const eye = ({ kind, index }, label, isHidden) => {
    const element = button(t(isHidden ? 'unhide' : 'hide', { name: label }), () => app.hidden.toggle(kind, index), {
      icon: isHidden ? 'eyeOff' : 'eye',
      iconOnly: true,
      kind: 'eye',
      key: `eye-${kind}-${index}`,
    });
    element.tabIndex = -1;
    element.addEventListener('click', (event) => event.stopPropagation()); // the row is not chosen
    return element;
  };

  const rowElement = ({ key, label, detail, pointer, children, hides, level, isOpen }, i, worst, focused) => {
    const isHidden = hides !== undefined && app.hidden.has(hides.kind, hides.index);
    const isSelected = Boolean(pointer) && pointer === state.get('selection');
    const severity = pointer && (worst.get(pointer) ?? (children ? worstBelow(worst, pointer) : undefined));
    const row = h(
      'li',
      {
        role: 'treeitem',
        'aria-level': String(level),
        'aria-expanded': children ? String(isOpen) : undefined,
        'aria-selected': String(isSelected),
        'aria-current': isSelected ? 'true' : undefined,
        tabindex: (focused ? key === focused : isSelected || i === 0) ? '0' : '-1',
        class: isHidden ? 'not-shown' : undefined,
        dataset: { key },
        on: {
          click: () => {
            if (children) toggle(key);
            if (pointer && pointer !== state.get('selection')) state.set('selection', pointer);
            else renderRows();
          },
          pointerenter: (event) => state.set('hover', pointer ? { pointer, element: event.currentTarget } : null),
          pointerleave: () => state.set('hover', null),
        },
      },
      h('span', { class: `twist${isOpen ? ' open' : ''}` }, children ? icon('chevron') : null),
      h('span', { class: 'grow clip', text: label }),
      detail ? h('span', { class: 'detail clip', text: detail }) : null,
      severity
        ? h('span', { class: `dot ${severity}`, role: 'img', 'aria-label': t(`severityOne.${severity}`) })
        : null,
      hides ? eye(hides, label, isHidden) : null,
    );
    row.style.setProperty('--level', level - 1);
    return row;
  };

  const toggle = (key, isOpen = !open.has(key)) => {
    if (isOpen) open.add(key);
    else open.delete(key);
  };

  list.addEventListener('keydown', (event) => {
    const row = event.target.closest('[role="treeitem"]');
    if (!row) return;
    const rows = [...list.querySelectorAll('[role="treeitem"]')],
      i = rows.indexOf(row);
    const level = (other) => Number(other.getAttribute('aria-level'));
    const isOpen = row.getAttribute('aria-expanded');
    const go = (other) =>
      other &&
      (rows.forEach((each) => {
        each.tabIndex = -1;
      }),
      (other.tabIndex = 0),
      other.focus());
    const actions = {
      ArrowDown: () => go(rows[i + 1]),
      ArrowUp: () => go(rows[i - 1]),
      Home: () => go(rows[0]),
      End: () => go(rows.at(-1)),
      ArrowRight: () => (isOpen === 'false' ? (toggle(row.dataset.key, true), renderRows()) : go(rows[i + 1])),
      ArrowLeft: () =>
        isOpen === 'true'
          ? (toggle(row.dataset.key, false), renderRows())
          : go(rows.slice(0, i).findLast((other) => level(other) < level(row))),
      Enter: () => row.click(),
      ' ': () => row.click(),
      h: () => row.querySelector('.eye')?.click(),
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
    list.querySelector(`[data-key="${CSS.escape(row.dataset.key)}"]`) &&
      document.activeElement === document.body &&
      list.querySelector(`[data-key="${CSS.escape(row.dataset.key)}"]`).focus();
  });

  /** Opens all ancestors of the selection. */
  const reveal = () => {
    const pointer = state.get('selection');
    if (pointer && app.items) {
      const root = rootRows(app).find(
        (row) =>
          row.key !== 'group:json' &&
          row.key !== 'group:nodes' &&
          row.children &&
          allBelow(row).some((child) => child.pointer === pointer),
      );
      if (root) {
        open.add(root.key);
        for (const child of root.children())
          if (child.children && pointer.startsWith(`${child.pointer}/`)) open.add(child.key);
      } else if (/^\/nodes\/\d+$/.test(pointer)) openNodes(app, Number(pointer.slice(7)), open);
      else {
        open.add('group:json');
        let path = '';
        for (const part of pointer.split('/').slice(1, -1)) open.add(`json:${(path += `/${part}`)}`);
      }
    }
    renderRows();
    list.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  };

  const renderHead = () => {
    search.setAttribute('aria-label', t('search'));
    list.setAttribute('aria-label', t('tree'));
    element.setAttribute('aria-label', t('tree'));
  };
  const show = () => {
    element.hidden = !state.get('isTreeOpen');
  };
  state.on('selection', reveal);
  state.on('isTreeOpen', show);
  for (const name of ['document', 'findings', 'hidden']) app.on(name, renderRows);
  for (const name of ['hidden', 'look']) app.on(name, renderHidden);
  app.on('look', () => {
    renderHead();
    renderRows();
  });
  app.on('search', () => {
    state.set('isTreeOpen', true);
    search.focus();
  });
  renderHead();
  show();
  renderRows();
}

// ---- Rows: { key, label, detail?, pointer?, children? } ----

function rootRows(app) {
  const { items } = app;
  const group = (id, pointer, children) => ({
    key: `group:${id}`,
    label: t(`tree.${id}`),
    pointer,
    detail: id === 'json' || id === 'meta' ? '' : String(children().length || ''),
    children: children().length ? children : null,
  });
  return [
    items.vrm.meta
      ? group('meta', `${items.root}/meta`, () =>
          Object.entries(items.vrm.meta).map(([key, value]) =>
            leaf(`${items.root}/meta/${escapePart(key)}`, key, value),
          ),
        )
      : null,
    group('humanoid', items.bones.length ? `${items.root}/humanoid` : undefined, () =>
      items.bones.map(({ bone, node, pointer }) => ({
        key: pointer,
        label: bone,
        detail: items.nodeName(node),
        pointer,
      })),
    ),
    group('expressions', undefined, () =>
      items.expressions.map(({ name, pointer }) => ({ key: pointer + name, label: name || t('noName'), pointer })),
    ),
    group('springs', undefined, () =>
      items.springs.map((spring, i) => ({
        key: `spring:${i}`,
        label: spring.name,
        detail: String(spring.joints.length),
        pointer: spring.pointer,
        children: spring.isPerJoint
          ? () =>
              spring.joints.map((joint) => ({
                key: joint.pointer,
                label: items.nodeName(joint.node),
                pointer: joint.pointer,
              }))
          : null,
      })),
    ),
    group('meshes', undefined, () => meshRows(items)),
    group('materials', undefined, () =>
      items.materials.map((material, i) => ({
        key: `/materials/${i}`,
        label: material.name || `material ${i}`,
        pointer: `/materials/${i}`,
        hides: { kind: 'materials', index: i },
      })),
    ),
    group('nodes', undefined, () => rootNodes(items).map((node) => nodeRow(items, node))),
    { key: 'group:json', label: t('tree.json'), children: () => jsonRows(items.json, '') },
  ].filter(Boolean);
}

/** Nodes that show a mesh. */
const meshRows = (items) =>
  items.nodes.flatMap(({ mesh }, node) =>
    mesh === undefined
      ? []
      : [
          {
            key: `mesh:${node}`,
            label: items.nodeName(node),
            detail: items.meshes[mesh]?.name ?? '',
            pointer: `/nodes/${node}`,
            hides: { kind: 'nodes', index: node },
          },
        ],
  );

const rootNodes = (items) => items.rig.parents.flatMap((parent, node) => (parent < 0 ? [node] : []));

function nodeRow(items, node) {
  const children = (items.nodes[node]?.children ?? []).filter((child) => items.rig.parents[child] === node);
  const kind =
    items.bones.find((bone) => bone.node === node)?.bone ?? (items.nodes[node]?.mesh !== undefined ? 'mesh' : '');
  return {
    key: `node:${node}`,
    label: items.nodeName(node),
    detail: kind,
    pointer: `/nodes/${node}`,
    hides: items.nodes[node]?.mesh === undefined ? undefined : { kind: 'nodes', index: node },
    children: children.length ? () => children.map((child) => nodeRow(items, child)) : null,
  };
}

function openNodes({ items }, node, open) {
  open.add('group:nodes');
  for (let parent = items.rig.parents[node] ?? -1; parent >= 0; parent = items.rig.parents[parent])
    open.add(`node:${parent}`);
}

const short = (value) =>
  value === null || typeof value !== 'object'
    ? String(value)
    : Array.isArray(value)
      ? `[${value.length}]`
      : `{${Object.keys(value).length}}`;
const leaf = (pointer, label, value) => ({ key: `leaf:${pointer}`, label, detail: short(value), pointer });

function jsonRows(value, pointer) {
  const entries = Object.entries(value);
  const rows = entries.slice(0, childLimit).map(([key, entry]) => {
    const path = `${pointer}/${escapePart(key)}`;
    const isInner = entry !== null && typeof entry === 'object' && Object.keys(entry).length > 0;
    return {
      key: `json:${path}`,
      label: entry?.name ? `${key}  ${entry.name}` : key,
      detail: short(entry),
      pointer: path,
      children: isInner ? () => jsonRows(entry, path) : null,
    };
  });
  if (entries.length > childLimit)
    rows.push({ key: `more:${pointer}`, label: t('moreItems', { n: entries.length - childLimit }) });
  return rows;
}

/** All rows below a row, without recursion. */
function allBelow(root) {
  const found = [],
    queue = [...(root.children?.() ?? [])];
  while (queue.length && found.length < 20000) {
    const row = queue.pop();
    found.push(row);
    if (row.children) queue.push(...row.children());
  }
  return found;
}

function worstByPointer(findings) {
  const worst = new Map();
  for (const { pointer, severity } of findings)
    if (pointer && !(severities.indexOf(worst.get(pointer)) < severities.indexOf(severity) && worst.has(pointer)))
      worst.set(pointer, severity);
  return worst;
}

function worstBelow(worst, pointer) {
  let found;
  for (const [other, severity] of worst)
    if (other.startsWith(`${pointer}/`) && (!found || severities.indexOf(severity) < severities.indexOf(found)))
      found = severity;
  return found;
}

// SPDX-License-Identifier: MIT
// Materials with editable values, and textures with their sizes.
import { fromHex, toHex } from '../core/colors.js';
import { button, choice, field, h, section, slider } from '../core/dom.js';
import { imageOf, pictureOf } from '../core/image_urls.js';
import { gpuBytes } from '../core/pictures.js';
import { slotsOf, valueAt } from '../core/items.js';
import { bytes, t } from '../core/words.js';
import { openTexture, saveImage } from '../parts/texture_window.js';
import { hover } from './expressions.js';
import { migrateButton } from './migrate.js';

const mtoon = '/extensions/VRMC_materials_mtoon';
const colors = [
  ['baseColor', '/pbrMetallicRoughness/baseColorFactor', [1, 1, 1, 1]],
  ['shadeColor', `${mtoon}/shadeColorFactor`, [0, 0, 0]],
  ['emissive', '/emissiveFactor', [0, 0, 0]],
  ['rimColor', `${mtoon}/parametricRimColorFactor`, [0, 0, 0]],
  ['outlineColor', `${mtoon}/outlineColorFactor`, [0, 0, 0]],
];
const numbers = [
  ['shadingShift', `${mtoon}/shadingShiftFactor`, 0, -1, 1],
  ['shadingToony', `${mtoon}/shadingToonyFactor`, 0.9, 0, 1],
  ['giEqualization', `${mtoon}/giEqualizationFactor`, 0.9, 0, 1],
  ['rimFresnel', `${mtoon}/parametricRimFresnelPowerFactor`, 5, 0, 20],
  ['rimLift', `${mtoon}/parametricRimLiftFactor`, 0, 0, 1],
  ['outlineWidth', `${mtoon}/outlineWidthFactor`, 0, 0, 0.01],
  ['alphaCutoff', '/alphaCutoff', 0.5, 0, 1],
];
const pbr = [
  ['metallic', '/pbrMetallicRoughness/metallicFactor', 1, 0, 1],
  ['roughness', '/pbrMetallicRoughness/roughnessFactor', 1, 0, 1],
];

export const materials = {
  id: 'materials',
  events: [],
  render(app) {
    const { items, state } = app;
    if (items.materials.length === 0) return [h('p', { class: 'muted', text: t('noMaterials') })];
    const selection = state.get('selection') ?? '';
    return [
      h(
        'ul',
        { class: 'materials' },
        items.materials.map((material, i) =>
          row(app, material, i, selection === `/materials/${i}` || selection.startsWith(`/materials/${i}/`)),
        ),
      ),
      section(t('textures'), textures(app, selection)),
    ];
  },
};

const shaderOf = (material) =>
  material.extensions?.VRMC_materials_mtoon ? 'MToon' : material.extensions?.KHR_materials_unlit ? 'Unlit' : 'PBR';

function row(app, material, i, isChosen) {
  const pointer = `/materials/${i}`,
    swatch = swatchOf(app, material, i);
  return h(
    'li',
    { class: 'material', 'aria-current': isChosen ? 'true' : undefined, on: hover(app, pointer) },
    h(
      'button',
      {
        type: 'button',
        class: 'row spring-head',
        'aria-expanded': String(isChosen),
        dataset: { key: `material-${i}` },
        on: { click: () => app.state.set('selection', isChosen ? null : pointer) },
      },
      swatch,
      h('span', { class: 'grow clip', text: material.name || `material ${i}` }),
      h('span', { class: 'muted small', text: app.items.isOld ? oldShader(app, i) : shaderOf(material) }),
    ),
    isChosen ? details(app, material, i) : null,
  );
}

/** The base texture of a material, or its colour. */
function swatchOf(app, material, i) {
  const { json, isOld, vrm } = app.items;
  const texture =
    material.pbrMetallicRoughness?.baseColorTexture?.index ??
    (isOld ? vrm.materialProperties?.[i]?.textureProperties?._MainTex : undefined);
  const source = json.textures?.[texture]?.source ?? json.textures?.[texture]?.extensions?.EXT_texture_webp?.source;
  const image = source === undefined ? null : imageOf(app, source);
  if (image) return pictureOf(image, { class: 'swatch', alt: '', loading: 'lazy' });
  const color = h('i', { class: 'swatch' });
  color.style.background = toHex(material.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1]);
  return color;
}

const oldShader = (app, i) =>
  String(app.items.vrm.materialProperties?.[i]?.shader ?? 'PBR')
    .replace('VRM/', '')
    .replace('VRM_USE_GLTFSHADER', 'glTF');

function details(app, material, i) {
  const { items } = app;
  const facts = [
    [t('alphaMode'), t(`alpha.${material.alphaMode ?? 'OPAQUE'}`)],
    [
      t('queue'),
      String(
        items.isOld
          ? (items.vrm.materialProperties?.[i]?.renderQueue ?? '–')
          : (material.extensions?.VRMC_materials_mtoon?.renderQueueOffsetNumber ?? 0),
      ),
    ],
    [t('doubleSided'), t(material.doubleSided ? 'drawn' : 'notDrawn')],
    [
      t('textures'),
      slotsOf(material)
        .map(({ slot }) => slot.replace(/Texture$/, ''))
        .join(', ') || '–',
    ],
  ];
  const head = h(
    'dl',
    { class: 'facts-list' },
    facts.flatMap(([label, value]) => [h('dt', { text: label }), h('dd', { text: value })]),
  );
  if (items.isOld)
    return h(
      'div',
      { class: 'details' },
      head,
      oldValues(items.vrm.materialProperties?.[i]),
      h('p', { class: 'muted small', text: t('oldMaterial') }),
      migrateButton(app),
    );
  const isMtoon = shaderOf(material) === 'MToon';
  const wanted = ([name, path]) =>
    (path.startsWith(mtoon) ? isMtoon : true) && (name !== 'alphaCutoff' || material.alphaMode === 'MASK');
  const changeOf = (name, path, value) => ({
    label: t('materialChanged', { name: material.name || `material ${i}`, member: t(name) }),
    isMaterial: true,
    edits: [[`/materials/${i}${path}`, value]],
    series: `/materials/${i}${path}`,
  });
  const change = (...what) => app.change(changeOf(...what)),
    preview = (...what) => app.preview(changeOf(...what));
  return h(
    'div',
    { class: 'details' },
    head,
    ...colors.filter(wanted).map(([name, path, fallback]) => {
      const now = valueAt(material, path) ?? fallback;
      const chosen = () => [...fromHex(input.value), ...now.slice(3)];
      const input = h('input', {
        type: 'color',
        value: toHex(now),
        dataset: { key: `color-${name}` },
        on: { input: () => preview(name, path, chosen()), change: () => change(name, path, chosen()) },
      });
      return field(t(name), input);
    }),
    ...[...numbers, ...(shaderOf(material) === 'PBR' ? pbr : [])]
      .filter(wanted)
      .map(([name, path, fallback, min, max]) =>
        slider({
          label: t(name),
          min,
          max,
          step: max < 0.1 ? 0.0001 : 0.01,
          digits: max < 0.1 ? 4 : 2,
          unit: name === 'outlineWidth' ? 'm' : '',
          value: valueAt(material, path) ?? fallback,
          key: `value-${name}`,
          onInput: (value) => preview(name, path, value),
          onChange: (value) => change(name, path, value),
        }),
      ),
    field(
      t('alphaMode'),
      choice(
        t('alphaMode'),
        ['OPAQUE', 'MASK', 'BLEND'].map((mode) => [mode, t(`alpha.${mode}`)]),
        material.alphaMode ?? 'OPAQUE',
        (mode) => change('alphaMode', '/alphaMode', mode),
        { key: 'alpha-mode' },
      ),
    ),
  );
}

function oldValues(properties) {
  if (!properties) return null;
  const entries = [
    ...Object.entries(properties.floatProperties ?? {}),
    ...Object.entries(properties.vectorProperties ?? {})
      .filter(([key, value]) => /Color$/.test(key) && Array.isArray(value) && value.every(Number.isFinite))
      .map(([key, value]) => [key, value.map((x) => Number(x.toFixed(2))).join(' ')]),
  ];
  return h(
    'dl',
    { class: 'facts-list' },
    entries.flatMap(([key, value]) => [h('dt', { text: key.replace(/^_/, '') }), h('dd', { text: String(value) })]),
  );
}

// ---- Textures ----

function textures(app, selection) {
  const { items } = app;
  const images = items.json.images ?? [];
  if (images.length === 0) return h('p', { class: 'muted', text: t('noTextures') });
  return h(
    'ul',
    { class: 'textures' },
    images.map((image, i) => {
      const picture = imageOf(app, i),
        size = picture?.size,
        pointer = `/images/${i}`,
        isChosen = selection === pointer;
      const users = [...items.materialsUsing('images', i)].map((material) => {
        const slots = slotsOf(items.materials[material])
          .filter(({ texture }) => (items.json.textures?.[texture]?.source ?? -1) === i)
          .map(({ slot }) => slot.replace(/Texture$/, ''));
        return `${items.materials[material].name || material}: ${slots.join(', ')}`;
      });
      return h(
        'li',
        { class: 'texture', 'aria-current': isChosen ? 'true' : undefined, on: hover(app, pointer) },
        picture ? pictureOf(picture, { alt: '', loading: 'lazy' }) : h('span', { class: 'thumbnail none' }),
        h(
          'div',
          { class: 'grow' },
          h('button', {
            type: 'button',
            class: 'text-button clip block',
            text: image.name || `image ${i}`,
            dataset: { key: `image-${i}` },
            'aria-expanded': String(isChosen),
            on: { click: () => app.state.set('selection', isChosen ? null : pointer) },
          }),
          size
            ? h('div', {
                class: 'muted small',
                text: t('textureFacts', {
                  width: size.width,
                  height: size.height,
                  kind: picture.kind,
                  bytes: bytes(picture.bytes),
                  gpu: bytes(gpuBytes(size)),
                }),
              })
            : null,
          h('div', {
            class: 'muted small clip',
            title: users.join('; '),
            text: users.length ? users.join('; ') : t('unused'),
          }),
        ),
        isChosen && picture
          ? h(
              'div',
              { class: 'texture-large' },
              pictureOf(picture, { alt: image.name || `image ${i}` }),
              h(
                'div',
                { class: 'row wrap' },
                size
                  ? button(t('textureOpen'), () => openTexture(app, i, () => imageOf(app, i)), {
                      kind: 'small',
                      key: `open-image-${i}`,
                    })
                  : null,
                button(t('saveTexture'), () => saveImage(app, i, picture.format), {
                  kind: 'small',
                  key: `save-image-${i}`,
                }),
              ),
            )
          : null,
      );
    }),
  );
}

// SPDX-License-Identifier: MIT
// The cases of test_pictures.mjs: each is a small file and how it is looked at. Together they have every
// property of materials and every kind of mesh; the test asks for what is missing.
import { HEAD, Sample, shapes } from './picture_kit.mjs';

const { ball, card, box } = shapes;

/** Cases: { name, sample, shot }. What a shot leaves out is as in `usual` of test_pictures.mjs. */
export const cases = [];

function add(name, build, shot = {}, dialect = '1.0') {
  const sample = new Sample(dialect);
  build(sample);
  if (cases.some((other) => other.name === name)) throw new Error(`two cases are called ${name}`);
  cases.push({ name, sample, shot });
}

// ---- Materials ----

const plainColor = [0.7, 0.5, 0.4, 1];
const make = {
  mtoon: (toon = {}, rest = {}) => {
    const { pbrMetallicRoughness = {}, extensions = {}, ...more } = rest;
    return {
      pbrMetallicRoughness: { baseColorFactor: plainColor, ...pbrMetallicRoughness },
      ...more,
      extensions: {
        VRMC_materials_mtoon: {
          specVersion: '1.0',
          shadeColorFactor: [0.15, 0.1, 0.3],
          shadingToonyFactor: 0.4,
          ...toon,
        },
        ...extensions,
      },
    };
  },
  unlit: (rest = {}) => ({
    ...rest,
    pbrMetallicRoughness: { baseColorFactor: plainColor, ...rest.pbrMetallicRoughness },
    extensions: { KHR_materials_unlit: {}, ...rest.extensions },
  }),
  pbr: (rest = {}) => ({
    ...rest,
    pbrMetallicRoughness: { baseColorFactor: plainColor, metallicFactor: 0, ...rest.pbrMetallicRoughness },
  }),
};
const kinds = ['mtoon', 'unlit', 'pbr'];
const ofKind = (kind, rest) => (kind === 'mtoon' ? make.mtoon({}, rest) : make[kind](rest));

/** A ball to the left and a card to the right. */
function pair(s, material, options = {}) {
  s.mesh(ball({ x: -0.38, r: 0.34 }), material, options);
  s.mesh(card({ x: 0.38, w: 0.68, h: 0.68 }), material, options);
}

const toon = (name, toonOf, { rest = () => ({}), shot = {}, options = {} } = {}) =>
  add(`mtoon ${name}`, (s) => pair(s, s.material(make.mtoon(toonOf(s), rest(s))), options), shot);

// ---- MToon, property by property ----

const skyAndGround = { sky: [0.1, 0.2, 0.5], ground: [0.4, 0.2, 0.1] };
const values = {
  shadingShiftFactor: [-0.5, 0.5],
  shadingToonyFactor: [0, 0.9, 1],
  giEqualizationFactor: [0, 0.5, 1],
  shadeColorFactor: [[0, 0.6, 0.1]],
};
for (const [property, list] of Object.entries(values))
  for (const value of list)
    toon(`${property} ${value}`, () => ({ [property]: value }), {
      shot: property === 'giEqualizationFactor' ? skyAndGround : {},
    });

const rim = { parametricRimColorFactor: [0.2, 0.5, 0.3], parametricRimFresnelPowerFactor: 2 };
for (const [property, list] of Object.entries({
  parametricRimFresnelPowerFactor: [0, 1, 20],
  parametricRimLiftFactor: [-0.3, 0.4],
  rimLightingMixFactor: [0, 0.5],
}))
  for (const value of list)
    toon(`${property} ${value}`, () => ({ ...rim, [property]: value }), { shot: { light: [0.4, 0.6, 0.8] } });
toon('parametricRimColorFactor', () => ({ parametricRimColorFactor: [0.1, 0.6, 0.3] }));
toon('matcapFactor', (s) => ({ matcapTexture: s.map('matcap'), matcapFactor: [0.5, 0.2, 0.6] }));

/** What shows each texture, and where in the material it stands. */
const white = { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1] } };
const spin = {
  uvAnimationRotationSpeedFactor: 0.5,
  uvAnimationScrollXSpeedFactor: 0.2,
  uvAnimationScrollYSpeedFactor: -0.1,
};
const edge = {
  outlineWidthMode: 'worldCoordinates',
  outlineWidthFactor: 0.08,
  outlineColorFactor: [0.8, 0.2, 0.1],
  outlineLightingMixFactor: 0,
};
const slots = {
  baseColorTexture: {
    picture: 'color',
    place: (map) => [{}, { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], baseColorTexture: map } }],
  },
  emissiveTexture: {
    picture: 'color',
    place: (map) => [{}, { emissiveFactor: [0.6, 0.6, 0.6], emissiveTexture: map }],
  },
  normalTexture: { picture: 'tilt', place: (map) => [{ shadingToonyFactor: 0 }, { normalTexture: map }] },
  shadeMultiplyTexture: {
    picture: 'color',
    place: (map) => [{ shadeColorFactor: [1, 1, 1], shadeMultiplyTexture: map, shadingShiftFactor: -0.6 }, {}],
  },
  shadingShiftTexture: { picture: 'ramp', place: (map) => [{ shadingToonyFactor: 0, shadingShiftTexture: map }, {}] },
  matcapTexture: { picture: 'matcap', place: (map) => [{ matcapTexture: map }, {}], isFixed: true },
  rimMultiplyTexture: {
    picture: 'color',
    place: (map) => [{ ...rim, parametricRimLiftFactor: 0.5, rimMultiplyTexture: map }, {}],
  },
  outlineWidthMultiplyTexture: {
    picture: 'halves',
    place: (map) => [{ ...edge, outlineWidthMultiplyTexture: map }, {}],
  },
  uvAnimationMaskTexture: {
    picture: 'halves',
    place: (map, s) => [
      { ...spin, uvAnimationMaskTexture: map },
      { pbrMetallicRoughness: { ...white.pbrMetallicRoughness, baseColorTexture: s.map('color') } },
    ],
    shot: { time: 1 },
  },
};
const turned = { offset: [0.3, 0.1], rotation: 0.6, scale: [1.5, 0.75] };
const waysToMap = {
  plain: {},
  'second set': { texCoord: 1 },
  offset: { transform: { offset: [0.25, 0.5] } },
  scale: { transform: { scale: [2, 3] } },
  mirrored: { transform: { scale: [-1, 1] } },
  turned: { transform: turned },
  'set of the transform': { transform: { texCoord: 1, offset: [0, 0.25] } },
};
for (const [slot, { picture, place, isFixed, shot }] of Object.entries(slots))
  for (const [way, map] of Object.entries(isFixed ? { plain: {} } : waysToMap))
    add(
      `mtoon ${slot} ${way}`,
      (s) => {
        const [toonPart, rest] = place(s.map(picture, map), s);
        pair(s, s.material(make.mtoon(toonPart, rest)), { uv2: true });
      },
      { ...(slot === 'normalTexture' ? { lightFrom: [1, 0.4, 0.3] } : {}), ...shot },
    );
for (const scale of [0, 0.5, -1])
  toon(`shadingShiftTexture scale ${scale}`, (s) => ({
    shadingToonyFactor: 0,
    shadingShiftTexture: s.map('ramp', { scale }),
  }));

for (const [name, part] of Object.entries({
  'scroll x': { uvAnimationScrollXSpeedFactor: 0.3 },
  'scroll y': { uvAnimationScrollYSpeedFactor: 0.3 },
  turn: { uvAnimationRotationSpeedFactor: 0.7 },
  'turn and scroll': spin,
}))
  for (const time of [1, 7.5])
    toon(`uv animation ${name} at ${time} s`, () => part, {
      rest: (s) => ({ pbrMetallicRoughness: { ...white.pbrMetallicRoughness, baseColorTexture: s.map('color') } }),
      shot: { time },
    });
toon('uv animation before a transform', () => spin, {
  rest: (s) => ({
    pbrMetallicRoughness: { ...white.pbrMetallicRoughness, baseColorTexture: s.map('color', { transform: turned }) },
  }),
  shot: { time: 1 },
});
toon('uv animation turns a normal map', () => ({ shadingToonyFactor: 0, uvAnimationRotationSpeedFactor: 1.5 }), {
  rest: (s) => ({ normalTexture: s.map('tilt') }),
  shot: { time: 1, lightFrom: [1, 0.3, 0.3] },
});
toon(
  'one texture for lit and shade',
  (s) => ({ shadeColorFactor: [0.5, 0.5, 0.5], shadeMultiplyTexture: s.map('color') }),
  { rest: (s) => ({ pbrMetallicRoughness: { ...white.pbrMetallicRoughness, baseColorTexture: s.map('color') } }) },
);

// ---- Outlines ----

const alphas = {
  opaque: [{}, {}],
  mask: [{}, { alphaMode: 'MASK' }],
  blend: [{}, { alphaMode: 'BLEND' }],
  zwrite: [{ transparentWithZWrite: true }, { alphaMode: 'BLEND' }],
};
for (const mode of ['none', 'worldCoordinates', 'screenCoordinates'])
  for (const [alpha, [toonPart, rest]] of Object.entries(alphas))
    for (const mix of [0, 1])
      add(
        `outline ${mode} ${alpha} mix ${mix}`,
        (s) =>
          s.mesh(
            box({ size: 0.7 }),
            s.material(
              make.mtoon(
                {
                  ...edge,
                  outlineWidthMode: mode,
                  outlineWidthFactor: mode === 'screenCoordinates' ? 0.05 : 0.1,
                  outlineLightingMixFactor: mix,
                  ...toonPart,
                },
                {
                  ...rest,
                  pbrMetallicRoughness: {
                    baseColorFactor: [0.9, 0.9, 0.9, alpha === 'blend' || alpha === 'zwrite' ? 0.6 : 1],
                  },
                },
              ),
            ),
          ),
        { lightFrom: [1, 0.2, 0.2] },
      );
const lit = {
  ...edge,
  outlineColorFactor: [1, 1, 1],
  outlineLightingMixFactor: 1,
  shadingToonyFactor: 0,
  outlineWidthFactor: 0.1,
};
for (const [name, options, rest] of [
  ['without normals', { normals: false }, {}],
  ['of a mirrored node', { node: { scale: [-1, 1, 1] } }, {}],
  ['of a skin', { skin: true }, {}],
  ['double sided', {}, { doubleSided: true }],
  ['with a normal map', {}, { normal: true }],
  ['with a normal map and tangents', { tangents: true }, { normal: true }],
  ['with a normal map, without normals', { normals: false }, { normal: true }],
  ['with a normal map and tangents, mirrored', { tangents: true, node: { scale: [1, -1, 1] } }, { normal: true }],
])
  for (const [shape, maker] of [
    ['ball', () => ball({ r: 0.5 })],
    ['box', () => box({ size: 0.7 })],
  ])
    add(
      `outline ${name}, ${shape}`,
      (s) =>
        s.mesh(maker(), s.material(make.mtoon(lit, rest.normal ? { normalTexture: s.map('tilt') } : rest)), options),
      { lightFrom: [1, 0.1, 0] },
    );
add('outline of a masked texture', (s) =>
  s.mesh(
    card(),
    s.material(
      make.mtoon(
        { ...edge, outlineWidthFactor: 0.15 },
        { alphaMode: 'MASK', pbrMetallicRoughness: { baseColorTexture: s.map('alpha') } },
      ),
    ),
    {},
  ),
);
add(
  'outline under a mirrored scale along all axes',
  (s) => s.mesh(box({ size: 0.7 }), s.material(make.mtoon(lit)), { node: { scale: [-1, -1, -1] } }),
  { lightFrom: [1, 0.1, 0] },
);

// ---- What all kinds have ----

for (const kind of kinds) {
  const own = (name, restOf, options = {}, shot = {}) =>
    add(`${kind} ${name}`, (s) => pair(s, s.material(ofKind(kind, restOf(s))), options), shot);
  own('plain', () => ({}));
  own('baseColorFactor', () => ({ pbrMetallicRoughness: { baseColorFactor: [0.1, 0.8, 0.9, 1] } }));
  own('base and texture', (s) => ({
    pbrMetallicRoughness: { baseColorFactor: [1, 0.6, 0.3, 1], baseColorTexture: s.map('color') },
  }));
  own('emissive', () => ({ emissiveFactor: [0, 0.3, 0.4] }));
  own('emissive texture and strength', (s) => ({
    emissiveFactor: [0.1, 0.2, 0.1],
    emissiveTexture: s.map('color'),
    extensions: { KHR_materials_emissive_strength: { emissiveStrength: 2.5 } },
  }));
  own('emissive multiplier', () => ({
    emissiveFactor: [0.1, 0.2, 0.1],
    extensions: { VRMC_materials_hdr_emissiveMultiplier: { emissiveMultiplier: 3 } },
  }));
  own('opaque with alpha', (s) => ({
    pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.3], baseColorTexture: s.map('alpha') },
  }));
  for (const alphaCutoff of [undefined, 0.2, 0.8])
    own(`mask ${alphaCutoff ?? 'default'}`, (s) => ({
      alphaMode: 'MASK',
      ...(alphaCutoff === undefined ? {} : { alphaCutoff }),
      pbrMetallicRoughness: { baseColorTexture: s.map('alpha') },
    }));
  own('blend', (s) => ({ alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorTexture: s.map('alpha') } }));
  own(
    'blend before nothing',
    (s) => ({ alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorTexture: s.map('alpha') } }),
    {},
    { background: [0, 0, 0, 0] },
  );
  own('before nothing', () => ({}), {}, { background: [0, 0, 0, 0] });
  for (const doubleSided of [false, true]) {
    own(`from behind ${doubleSided ? 'double' : 'single'} sided`, () => ({ doubleSided }), {}, { eye: [0, 0, -3] });
    own(
      `from behind ${doubleSided ? 'double' : 'single'} sided, without normals`,
      () => ({ doubleSided }),
      { normals: false },
      { eye: [0, 0, -3] },
    );
    own(`mirrored ${doubleSided ? 'double' : 'single'} sided`, () => ({ doubleSided }), {
      node: { scale: [-1, 1, 1] },
    });
    own(`inside out ${doubleSided ? 'double' : 'single'} sided`, () => ({ doubleSided }), {
      node: { scale: [-1, -1, -1] },
    });
  }
  own('without normals', () => ({}), { normals: false });
  own('without texture coordinates', (s) => ({ pbrMetallicRoughness: { baseColorTexture: s.map('color') } }), {
    uvs: false,
  });
  own('vertex colours', () => ({}), { colors: [1, 0.2, 0.4] });
  own('vertex colours, bytes', () => ({}), { colors: [1, 0.2, 0.4, 1], colorType: 5121 });
  own('vertex colours, shorts', () => ({}), { colors: [0.2, 1, 0.4, 1], colorType: 5123 });
  own('vertex colours, alpha masked', () => ({ alphaMode: 'MASK' }), { colors: [1, 1, 1, 0.2] });
  own('vertex colours, alpha blended', () => ({ alphaMode: 'BLEND' }), { colors: [1, 1, 1, 0.4] });
  own('vertex colours, alpha opaque', () => ({}), { colors: [1, 1, 1, 0.4] });
  own('skinned', (s) => ({ pbrMetallicRoughness: { baseColorTexture: s.map('color') } }), { skin: true });
  own('skinned, without normals', () => ({}), { skin: true, normals: false });
  own('moved by a node', () => ({}), {
    node: { translation: [0.1, -0.2, 0.3], rotation: [0.2, 0.3, 0, Math.sqrt(0.87)], scale: [1, 0.5, 1.5] },
  });
  own('below a bone', () => ({}), { parent: HEAD, node: { translation: [0, -0.4, 1] } });
  own('without indices', () => ({}), { isPlain: true, mode: 5 });
  own('a fan', () => ({}), { isPlain: true, mode: 6 });
  own('byte indices', () => ({}), { indexType: 5125 });
}
add('no material', (s) => pair(s, undefined));
add('unlit beside MToon', (s) => pair(s, s.material(make.mtoon({}, { extensions: { KHR_materials_unlit: {} } }))));

// ---- Metal, roughness, occlusion ----

for (const metallicFactor of [0, 0.5, 1])
  for (const roughnessFactor of [0.3, 1])
    add(
      `pbr metallic ${metallicFactor} roughness ${roughnessFactor}`,
      (s) => pair(s, s.material(make.pbr({ pbrMetallicRoughness: { metallicFactor, roughnessFactor } }))),
      { sky: [0, 0, 0], ground: [0, 0, 0] },
    );
add(
  'pbr metallicRoughnessTexture',
  (s) =>
    pair(
      s,
      s.material(make.pbr({ pbrMetallicRoughness: { metallicFactor: 1, metallicRoughnessTexture: s.map('ramp') } })),
    ),
  { sky: [0, 0, 0], ground: [0, 0, 0] },
);
for (const strength of [undefined, 0.5])
  add(
    `pbr occlusion ${strength ?? 'default'}`,
    (s) =>
      pair(s, s.material(make.pbr({ occlusionTexture: s.map('ramp', strength === undefined ? {} : { strength }) }))),
    { light: [0, 0, 0], sky: [0.6, 0.6, 0.6], ground: [0.6, 0.6, 0.6] },
  );
add('pbr sky and ground', (s) => pair(s, s.material(make.pbr())), { light: [0, 0, 0], ...skyAndGround });
add('pbr textures of the second set', (s) =>
  pair(
    s,
    s.material(
      make.pbr({
        occlusionTexture: s.map('ramp', { texCoord: 1 }),
        emissiveFactor: [0.3, 0.3, 0.3],
        emissiveTexture: s.map('color', { texCoord: 1, transform: turned }),
      }),
    ),
    { uv2: true },
  ),
);

// ---- Normal maps ----

for (const kind of ['mtoon', 'pbr'])
  for (const [surface, options] of Object.entries({
    smooth: {},
    'without normals': { normals: false },
    tangents: { tangents: true },
  }))
    for (const [side, eye] of [
      ['front', [0, 0, 3]],
      ['back', [0, 0, -3]],
    ])
      for (const [way, map, node] of [
        ['plain', {}],
        ['scale -1', { scale: -1 }],
        ['scale 0.5', { scale: 0.5 }],
        ['mirrored', { transform: { scale: [-1, 1] } }],
        ['turned', { transform: { rotation: 1.2 } }],
        ['mirrored node', {}, { scale: [-1, 1, 1] }],
        ['node mirrored along y', {}, { scale: [1, -1, 1] }],
        ['stretched node', {}, { scale: [1.3, 0.8, 1] }],
      ]) {
        if (options.tangents && map.transform) continue; // a file's tangents say where the map lies
        add(
          `${kind} normal map ${surface} ${side} ${way}`,
          (s) => {
            const rest = { normalTexture: s.map('tilt', map), doubleSided: true };
            pair(s, s.material(kind === 'mtoon' ? make.mtoon({ shadingToonyFactor: 0 }, rest) : make.pbr(rest)), {
              ...options,
              ...(node ? { node } : {}),
            });
          },
          { eye, lightFrom: [1, 0.3, side === 'front' ? 0.2 : -0.2] },
        );
      }
add(
  'mtoon normal map waves',
  (s) => pair(s, s.material(make.mtoon({ shadingToonyFactor: 0 }, { normalTexture: s.map('waves') }))),
  { lightFrom: [1, 0.3, 0.2] },
);

// ---- Order of what blends ----

const layers = {
  opaque: () => make.mtoon({}, {}),
  mask: () => make.mtoon({}, { alphaMode: 'MASK' }),
  blend: () => make.mtoon({}, { alphaMode: 'BLEND' }),
  zwrite: () => make.mtoon({ transparentWithZWrite: true }, { alphaMode: 'BLEND' }),
  unlit: () => make.unlit({ alphaMode: 'BLEND' }),
  pbr: () => make.pbr({ alphaMode: 'BLEND' }),
};
const colored = (entry, color) => {
  entry.pbrMetallicRoughness.baseColorFactor = color;
  if (entry.extensions?.VRMC_materials_mtoon)
    entry.extensions.VRMC_materials_mtoon.shadeColorFactor = color.slice(0, 3);
  return entry;
};
/** Cards behind each other, each a node of its own; the first is the farthest. */
const stack = (s, entries) =>
  entries.forEach((entry, i) =>
    s.mesh(card({ w: 0.6, h: 0.6 }), s.material(entry), {
      node: { translation: [0.25 * (i - (entries.length - 1) / 2), 0.1 * i, 0.3 * i] },
    }),
  );
const red = [0.9, 0.1, 0.1, 0.5],
  green = [0.1, 0.8, 0.2, 0.5],
  blue = [0.1, 0.2, 0.9, 0.5];
for (const far of Object.keys(layers))
  for (const near of Object.keys(layers)) {
    add(`order ${far} behind ${near}`, (s) => stack(s, [colored(layers[far](), red), colored(layers[near](), green)]));
    add(`order ${near} before ${far}, listed first`, (s) => {
      s.mesh(card({ w: 0.6, h: 0.6 }), s.material(colored(layers[near](), green)), {
        node: { translation: [0.15, 0.1, 0.3] },
      });
      s.mesh(card({ w: 0.6, h: 0.6 }), s.material(colored(layers[far](), red)), {
        node: { translation: [-0.15, 0, 0] },
      });
    });
  }
const queued = (offset, entry) => {
  entry.extensions.VRMC_materials_mtoon.renderQueueOffsetNumber = offset;
  return entry;
};
for (const offsets of [
  [0, -1, -2],
  [-9, 0, -9],
  [-2, -1, 0],
])
  add(`order offsets ${offsets}`, (s) =>
    stack(
      s,
      offsets.map((offset, i) => queued(offset, colored(layers.blend(), [red, green, blue][i]))),
    ),
  );
for (const offsets of [
  [2, 1, 0],
  [9, 0, 5],
  [0, 1, 2],
])
  add(`order offsets of depth write ${offsets}`, (s) =>
    stack(
      s,
      offsets.map((offset, i) => queued(offset, colored(layers.zwrite(), [red, green, blue][i]))),
    ),
  );
for (const offset of [-5, 0])
  for (const near of ['unlit', 'pbr'])
    add(`order offset ${offset} and ${near}`, (s) => {
      stack(s, [
        colored(layers[near](), red),
        queued(offset, colored(layers.blend(), green)),
        colored(layers[near](), blue),
      ]);
    });
add('order of one mesh', (s) => {
  // three primitives of one node
  s.mesh(card({ w: 0.6, h: 0.6 }), s.material(colored(layers.blend(), red)), {});
  for (const [i, color] of [green, blue].entries()) {
    s.mesh(
      card({ x: 0.2 * (i + 1), w: 0.6, h: 0.6, z: -0.3 * (i + 1) }),
      s.material(colored(layers.blend(), color)),
      {},
    );
    s.json.meshes[0].primitives.push(s.json.meshes.pop().primitives[0]);
    s.json.nodes.pop();
    s.json.scenes[0].nodes.pop();
  }
});
add('order of outlines', (s) =>
  stack(
    s,
    [red, green].map((color) =>
      colored(make.mtoon({ ...edge, outlineWidthFactor: 0.05 }, { alphaMode: 'BLEND' }), color),
    ),
  ),
);

// ---- Morph targets ----

const expression = (s, node, binds) => {
  s.vrm.expressions = {
    custom: { x: { morphTargetBinds: binds.map(([index, weight]) => ({ node, index, weight })) } },
  };
};
const away = [0.2, 0.1, 0],
  turn = (shape, i) => (i % 3 === 0 ? 0.8 : 0) - shape.normals[i] * 0.4;
const targetSets = {
  position: [{ POSITION: away }],
  normal: [{ NORMAL: turn }],
  both: [{ POSITION: away, NORMAL: turn }],
  'position, then normal': [{ POSITION: away }, { NORMAL: turn }],
  'normal, then position': [{ NORMAL: turn }, { POSITION: away }],
  'nothing, then position': [{}, { POSITION: away }],
  tangent: [{ POSITION: away, TANGENT: [0, 1, 0] }],
  swelling: [{ POSITION: (shape, i) => shape.normals[i] * 0.2 }],
};
for (const kind of kinds)
  for (const [name, targets] of Object.entries(targetSets))
    for (const options of [{}, { skin: true }, { normals: false }, ...(kind === 'mtoon' ? [{ outline: true }] : [])]) {
      if (options.normals === false && targets.some((target) => target.NORMAL)) continue;
      for (const index of targets.keys()) {
        const what = options.skin
          ? ' skinned'
          : options.normals === false
            ? ' without normals'
            : options.outline
              ? ' with an outline'
              : '';
        add(
          `${kind} target ${index} of ${name}${what}`,
          (s) => {
            const node = s.mesh(
              ball({ r: 0.4 }),
              s.material(options.outline ? make.mtoon({ ...edge, outlineWidthFactor: 0.06 }) : ofKind(kind)),
              { ...options, targets },
            );
            expression(s, node, [[index, 1]]);
          },
          { expressions: { x: 0.75 } },
        );
      }
    }
add('morph weights of the mesh', (s) =>
  s.mesh(ball({ r: 0.4 }), s.material(make.mtoon()), {
    targets: [{ POSITION: away }, { POSITION: [0, -0.3, 0] }],
    weights: [0.5, 1],
  }),
);
add(
  'target with a normal map',
  (s) => {
    const node = s.mesh(
      ball({ r: 0.4 }),
      s.material(make.mtoon({ shadingToonyFactor: 0 }, { normalTexture: s.map('tilt') })),
      { targets: targetSets.both },
    );
    expression(s, node, [[0, 1]]);
  },
  { expressions: { x: 1 }, lightFrom: [1, 0.3, 0.2] },
);

// ---- Expressions that move materials ----

const bound = {
  color: [0.1, 0.9, 0.3],
  emissionColor: [0.2, 0.1, 0.4],
  shadeColor: [0.9, 0.2, 0.1],
  matcapColor: [0.2, 0.9, 0.9],
  rimColor: [0.7, 0.2, 0.4],
  outlineColor: [0.1, 0.9, 0.4],
};
for (const [type, value] of Object.entries(bound))
  add(
    `expression ${type}`,
    (s) => {
      const material = s.material(
        make.mtoon({ ...rim, ...edge, matcapTexture: s.map('matcap'), matcapFactor: [0.2, 0.2, 0.2] }),
      );
      pair(s, material);
      s.vrm.expressions = { custom: { x: { materialColorBinds: [{ material, type, targetValue: [...value, 1] }] } } };
    },
    { expressions: { x: 0.75 } },
  );
for (const kind of kinds)
  add(
    `expression of a texture's place, ${kind}`,
    (s) => {
      const material = s.material(
        ofKind(kind, { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], baseColorTexture: s.map('color') } }),
      );
      pair(s, material);
      s.vrm.expressions = {
        custom: { x: { textureTransformBinds: [{ material, offset: [0.5, 0.25], scale: [2, -1] }] } },
      };
    },
    { expressions: { x: 1 } },
  );

// ---- Samplers and pictures ----

const filters = [9728, 9729, 9984, 9985, 9986, 9987];
for (const minFilter of filters)
  for (const magFilter of [9728, 9729])
    add(`sampler ${minFilter} ${magFilter}`, (s) =>
      pair(
        s,
        s.material(
          make.unlit({
            pbrMetallicRoughness: {
              baseColorFactor: [1, 1, 1, 1],
              baseColorTexture: s.map('color', { sampler: { minFilter, magFilter }, transform: { scale: [2, 2] } }),
            },
          }),
        ),
      ),
    );
for (const wrapS of [33071, 33648, 10497])
  for (const wrapT of [33071, 33648, 10497])
    add(`sampler wraps ${wrapS} ${wrapT}`, (s) =>
      s.mesh(
        card({ w: 1.4, h: 1.4 }),
        s.material(
          make.unlit({
            pbrMetallicRoughness: {
              baseColorFactor: [1, 1, 1, 1],
              baseColorTexture: s.map('color', {
                sampler: { wrapS, wrapT },
                transform: { offset: [-0.7, -1.2], scale: [3, 3] },
              }),
            },
          }),
        ),
      ),
    );
for (const wrapS of [33071, 33648, 10497])
  toon(`scroll along a sampler of ${wrapS}`, () => ({ uvAnimationScrollXSpeedFactor: 0.4 }), {
    shot: { time: 2 },
    rest: (s) => ({
      pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], baseColorTexture: s.map('color', { sampler: { wrapS } }) },
    }),
  });

/** 64x32, red green / blue yellow as it is stored. */
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAgAEADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAkICv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAXAQEBAQEAAAAAAAAAAAAAAAAACAoJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AxeAlN38AAUoAS2wrgAINgNpjqwAA7FAGANVAAD//2Q==',
  'base64',
);

/** The same with an EXIF segment of an orientation. */
export function oriented(orientation) {
  const tiff = Buffer.from([
    0x49,
    0x49,
    42,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    1,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, body.length + 2]), body, jpeg.subarray(2)]);
}
for (const orientation of [0, 1, 3, 6, 8])
  add(`JPEG of orientation ${orientation}`, (s) =>
    s.mesh(
      card({ w: 1.4, h: 1.4 }),
      s.material(
        make.unlit({
          pbrMetallicRoughness: {
            baseColorFactor: [1, 1, 1, 1],
            baseColorTexture: {
              index: s.texture(orientation === 0 ? jpeg : oriented(orientation), null, 'image/jpeg'),
            },
          },
        }),
      ),
    ),
  );

// ---- First person ----

for (const type of ['auto', 'both', 'thirdPersonOnly', 'firstPersonOnly'])
  for (const firstPerson of [false, true])
    for (const skin of [false, true])
      add(
        `${type} in ${firstPerson ? 'first' : 'third'} person${skin ? ', skinned' : ''}`,
        (s) => {
          const material = s.material(make.mtoon());
          const node = s.mesh(ball({ x: -0.38, r: 0.34 }), material, { skin });
          const head = s.mesh(card({ x: 0.38, y: -0.4, z: 1, w: 0.68, h: 0.68 }), material, { parent: HEAD });
          s.vrm.firstPerson = {
            meshAnnotations: [
              { node, type },
              { node: head, type },
            ],
          };
        },
        { firstPerson },
      );

// ---- 0.x ----

/** A material of 0.x: a glTF material and its shader properties. */
function old(
  s,
  shader,
  { floats = {}, vectors = {}, textures = {}, keywords = {}, tags = {}, queue = -1, gltf = {} } = {},
) {
  s.vrm.materialProperties.push({
    name: 'm',
    shader,
    renderQueue: queue,
    floatProperties: floats,
    vectorProperties: vectors,
    textureProperties: textures,
    keywordMap: keywords,
    tagMap: tags,
  });
  return s.material({
    name: 'm',
    pbrMetallicRoughness: { baseColorFactor: [0.7, 0.5, 0.4, 1], metallicFactor: 0 },
    ...gltf,
  });
}
const oldToon = (name, values, { options = {}, shot = {} } = {}) =>
  add(
    `0.x ${name}`,
    (s) => {
      const { vectors = {}, floats = {}, ...more } = values(s);
      pair(
        s,
        old(s, 'VRM/MToon', {
          floats: { _ShadeToony: 0.4, _ShadeShift: 0, ...floats },
          vectors: { _Color: [0.8, 0.7, 0.6, 1], _ShadeColor: [0.3, 0.2, 0.5, 1], ...vectors },
          ...more,
        }),
        { uv2: true, ...options },
      );
    },
    shot,
    '0.x',
  );
oldToon('plain', () => ({}));
oldToon('vertex colours', () => ({}), { options: { colors: [1, 0, 0] } });
for (const [name, list] of Object.entries({
  _ShadeShift: [-0.6, 0.6],
  _ShadeToony: [0, 1],
  _IndirectLightIntensity: [0, 1],
  _BumpScale: [0.5],
  _Cutoff: [0.3],
}))
  for (const value of list)
    oldToon(
      `${name} ${value}`,
      (s) => ({
        floats: { [name]: value, ...(name === '_Cutoff' ? { _BlendMode: 1 } : {}) },
        keywords: name === '_Cutoff' ? { _ALPHATEST_ON: true } : {},
        textures:
          name === '_BumpScale'
            ? { _BumpMap: s.texture('tilt') }
            : name === '_Cutoff'
              ? { _MainTex: s.texture('alpha') }
              : {},
      }),
      { shot: name === '_IndirectLightIntensity' ? skyAndGround : {} },
    );
for (const [name, vectors, floats] of [
  ['_RimColor', { _RimColor: [0.4, 0.6, 0.5, 1] }, { _RimFresnelPower: 2 }],
  ['_RimLift', { _RimColor: [0.4, 0.6, 0.5, 1] }, { _RimFresnelPower: 2, _RimLift: 0.3 }],
  ['_RimLightingMix', { _RimColor: [0.4, 0.6, 0.5, 1] }, { _RimFresnelPower: 2, _RimLightingMix: 1 }],
  ['_EmissionColor', { _EmissionColor: [0.2, 0.4, 0.3, 1] }, {}],
])
  oldToon(name, () => ({ vectors, floats }), { shot: { light: [0.4, 0.6, 0.8] } });
for (const [name, picture, values] of [
  ['_MainTex', 'color', {}],
  ['_ShadeTexture', 'color', { floats: { _ShadeShift: 0.5 } }],
  ['_BumpMap', 'tilt', { floats: { _ShadeToony: 0 } }],
  ['_EmissionMap', 'color', { vectors: { _EmissionColor: [0.5, 0.5, 0.5, 1] } }],
  ['_SphereAdd', 'matcap', {}],
  [
    '_RimTexture',
    'color',
    { vectors: { _RimColor: [0.6, 0.6, 0.6, 1] }, floats: { _RimFresnelPower: 1, _RimLift: 0.5 } },
  ],
]) {
  oldToon(name, (s) => ({ ...values, textures: { [name]: s.texture(picture) } }));
  oldToon(`${name} moved`, (s) => ({
    ...values,
    vectors: { ...values.vectors, _MainTex: [0.25, 0.5, 2, 1] },
    textures: { [name]: s.texture(picture) },
  }));
}
for (const mode of [0, 1, 2])
  for (const colorMode of [0, 1])
    oldToon(`_OutlineWidthMode ${mode} _OutlineColorMode ${colorMode}`, () => ({
      floats: { _OutlineWidthMode: mode, _OutlineWidth: 4, _OutlineColorMode: colorMode, _OutlineLightingMix: 0.7 },
      vectors: { _OutlineColor: [0.8, 0.3, 0.2, 1] },
    }));
oldToon('_OutlineWidthTexture', (s) => ({
  floats: { _OutlineWidthMode: 1, _OutlineWidth: 6 },
  vectors: { _OutlineColor: [0.8, 0.3, 0.2, 1] },
  textures: { _OutlineWidthTexture: s.texture('halves') },
}));
oldToon(
  '_UvAnimMaskTexture',
  (s) => ({
    floats: { _UvAnimScrollX: 0.2, _UvAnimScrollY: 0.1, _UvAnimRotation: 0.1 },
    textures: { _MainTex: s.texture('color'), _UvAnimMaskTexture: s.texture('halves') },
  }),
  { shot: { time: 1 } },
);
for (const name of ['_UvAnimScrollX', '_UvAnimScrollY', '_UvAnimRotation'])
  oldToon(name, (s) => ({ floats: { [name]: 0.15 }, textures: { _MainTex: s.texture('color') } }), {
    shot: { time: 1 },
  });
for (const mode of [0, 1, 2, 3])
  oldToon(`_BlendMode ${mode}`, (s) => ({
    floats: { _BlendMode: mode, _ZWrite: mode === 2 ? 0 : 1, _Cutoff: 0.5 },
    keywords: mode === 1 ? { _ALPHATEST_ON: true } : mode > 1 ? { _ALPHABLEND_ON: true } : {},
    queue: [-1, 2450, 3000, 2501][mode],
    textures: { _MainTex: s.texture('alpha') },
  }));
for (const mode of [0, 1, 2])
  for (const eye of [
    [0, 0, 3],
    [0, 0, -3],
  ])
    oldToon(`_CullMode ${mode} from ${eye[2] > 0 ? 'front' : 'behind'}`, () => ({ floats: { _CullMode: mode } }), {
      shot: { eye },
    });
const oldShaders = [
  'VRM/UnlitTexture',
  'VRM/UnlitCutout',
  'VRM/UnlitTransparent',
  'VRM/UnlitTransparentZWrite',
  'Unlit/Color',
  'Unlit/Texture',
  'Unlit/Transparent',
  'Unlit/Transparent Cutout',
  'UniGLTF/UniUnlit',
  'VRM_USE_GLTFSHADER',
  'Standard',
];
for (const shader of oldShaders)
  for (const isUnlit of [true, false])
    for (const colors of [undefined, [1, 0.2, 0.2]]) {
      const blends = /Transparent$|ZWrite/.test(shader),
        masks = /Cutout/.test(shader);
      add(
        `0.x ${shader}${isUnlit ? ' with the extension' : ''}${colors ? ', vertex colours' : ''}`,
        (s) => {
          const index = s.texture('alpha');
          pair(
            s,
            old(s, shader, {
              floats: { _Cutoff: 0.6 },
              vectors: { _Color: [0.9, 0.5, 0.3, 1] },
              textures: { _MainTex: index },
              queue: blends ? 3000 : masks ? 2450 : -1,
              gltf: {
                pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], metallicFactor: 0, baseColorTexture: { index } },
                alphaMode: blends ? 'BLEND' : masks ? 'MASK' : 'OPAQUE',
                ...(masks ? { alphaCutoff: 0.6 } : {}),
                ...(isUnlit ? { extensions: { KHR_materials_unlit: {} } } : {}),
              },
            }),
            { colors },
          );
        },
        {},
        '0.x',
      );
    }
for (const [name, options] of Object.entries({
  skinned: { skin: true },
  'without normals': { normals: false },
  mirrored: { node: { scale: [-1, 1, 1] } },
}))
  oldToon(name, () => ({}), { options });

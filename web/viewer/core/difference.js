// SPDX-License-Identifier: MIT
// Differences of meaning between two avatars: [group, what, first, second]. Things are matched by name,
// so that another order is no difference.

export function differences(a, b) {
  return [
    ...compareValues('format', formatOf(a), formatOf(b)), ...compareValues('meta', a.document.meta ?? {}, b.document.meta ?? {}, ['thumbnailImage']),
    ...compareValues('counts', a.document.info.counts, b.document.info.counts), ...compareValues('bones', bonesOf(a), bonesOf(b)),
    ...compareNamed('expressions', expressionsOf(a), expressionsOf(b)), ...compareNamed('springs', springsOf(a), springsOf(b)),
    ...compareNamed('materials', materialsOf(a), materialsOf(b)),
  ];
}

const formatOf = ({ document: { info } }) => ({ dialect: info.dialect ?? '', generator: info.generator });
const bonesOf = ({ items }) => Object.fromEntries(items.bones.map(({ bone, node }) => [bone, items.nodeName(node)]));

const expressionsOf = ({ items }) => new Map(items.expressions.map((expression) => [expression.name, {
  isBinary: expression.isBinary, overrideBlink: expression.overrideBlink, overrideLookAt: expression.overrideLookAt, overrideMouth: expression.overrideMouth,
  binds: (expression.def.morphTargetBinds ?? expression.def.binds ?? []).length + (expression.def.materialColorBinds ?? []).length + (expression.def.textureTransformBinds ?? []).length + (expression.def.materialValues ?? []).length,
}]));

const rounded = (value) => Math.round(value * 1000) / 1000;
function springsOf({ items }) {
  return new Map(items.springs.map((spring) => {
    const all = spring.joints.map((joint) => items.springSettings(spring, joint));
    const list = (member) => { const values = all.map((settings) => rounded(settings[member])); return values.every((value) => value === values[0]) ? values[0] : values.join(' '); };
    return [items.nodeName(spring.joints[0].node), { joints: spring.joints.length, stiffness: list('stiffness'), dragForce: list('dragForce'), gravityPower: list('gravityPower'), hitRadius: list('hitRadius') }];
  }));
}

function materialsOf({ items }) {
  return new Map(items.materials.map((material, i) => [material.name || `material ${i}`, {
    alphaMode: material.alphaMode ?? 'OPAQUE', doubleSided: Boolean(material.doubleSided), baseColor: material.pbrMetallicRoughness?.baseColorFactor?.map(rounded).join(' ') ?? '1 1 1 1',
    ...Object.fromEntries(Object.entries(material.extensions?.VRMC_materials_mtoon ?? {}).filter(([, value]) => typeof value === 'number' || (Array.isArray(value) && value.every(Number.isFinite))).map(([key, value]) => [key, Array.isArray(value) ? value.map(rounded).join(' ') : rounded(value)])),
  }]));
}

const text = (value) => (value === undefined || value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value));

function compareValues(group, a, b, ignored = []) {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !ignored.includes(key) && text(a[key]) !== text(b[key])).map((key) => [group, key, text(a[key]), text(b[key])]);
}

function compareNamed(group, a, b) {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    if (!a.has(name)) return [[group, name, '', '+']];
    if (!b.has(name)) return [[group, name, '+', '']];
    return compareValues(group, a.get(name), b.get(name)).map(([, key, first, second]) => [group, `${name}: ${key}`, first, second]);
  });
}

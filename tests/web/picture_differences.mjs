// SPDX-License-Identifier: MIT
// Where places draw differently on purpose: a row has the cases, the places (against libvrm_render), why, and how
// far colours may be apart, of 255; without a limit anything goes. A row that no case needs any more fails the
// test. docs/reference/web.md has these for users.
const inThree = ['plugin', 'loader'];

export const differencesOnPurpose = [
  {
    cases: /^pbr (?!normal map|metallic 1 roughness 0\.3)|, pbr$|^0\.x (UniGLTF|VRM_USE|Standard)/,
    where: inThree,
    limit: 12,
    why: "what is no toon surface has three.js's own material, whose formulas are others: no gloss of the light from around, another fit of later bounces",
  },
  {
    cases: /^pbr metallic 1 roughness 0\.3$/,
    where: inThree,
    limit: 48,
    why: 'the same; at the edge of a highlight a small difference is steep',
  },
  { cases: /^no material$/, where: inThree, limit: 32, why: 'the same; metals mirror no light from around' },
  {
    cases: /^pbr normal map/,
    where: inThree,
    limit: 64,
    why: "three.js's own material finds the directions of a normal map at each pixel, stretches them with the texture coordinates, and does not mirror a file's tangents with the node",
  },
  { cases: /^target with a normal map$/, where: inThree, limit: 8, why: 'tangents at each pixel, not at each vertex' },
  {
    cases: /^order of one mesh$/,
    where: inThree,
    why: 'three.js sorts blended meshes by the middle of their vertices, libvrm_render by their nodes, and primitives of one node as in the file',
  },
  {
    cases: /^JPEG of orientation [368]$/,
    where: ['plugin'],
    why: 'GLTFLoader decodes pictures itself, and browsers turn them by EXIF, which glTF does not know',
  },
];

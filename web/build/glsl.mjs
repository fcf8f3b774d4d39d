// SPDX-License-Identifier: MIT
// GLSL ES 3.00 in fewer bytes: without comments and needless white space, and with short names.

const TOKEN = /[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?u?|\+\+|--|<<|>>|&&|\|\||[-+*/<>=!]=|\S/g;
const WORD = /(?<!\w)[A-Za-z_]\w*/g; // not the exponent of a number

/** Words of the language that the shaders use. A name that is missing here would be renamed, and the shader not compile. */
const LANGUAGE = new Set(`main precision highp layout location in out inout const uniform return discard if else for while do break continue
  void bool int uint float true false vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 mat2 mat3 mat4 mat3x4 mat4x3 sampler2D
  texture textureLod texelFetch textureSize abs sign floor fract mod min max clamp mix step smoothstep sqrt inversesqrt pow exp exp2 log log2
  sin cos tan asin acos atan length distance dot cross normalize reflect transpose determinant inverse any all not lessThan lessThanEqual
  greaterThan greaterThanEqual equal notEqual dFdx dFdy fwidth isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat
  define ifdef ifndef if elif else endif undef defined`.split(/\s+/));

const shortNumber = (token) => (/^\d*\.\d+$/.test(token) ? token.replace(/0+$/, '').replace(/^0(?=\.\d)/, '') : token);

/** Code on one line; a space stays where two tokens would become one. */
function squeezed(code) {
  let text = '';
  for (const token of code.match(TOKEN) ?? []) {
    const isGlued = (/\w$/.test(text) && /^\w/.test(token)) || (/[-+]$/.test(text) && token.startsWith(text.at(-1)));
    text += (isGlued ? ' ' : '') + shortNumber(token);
  }
  return text;
}

/** A shader without comments and needless white space. Directives keep their lines. */
export function bare(shader) {
  const lines = [''];
  for (const line of shader.replace(/\/\*[^]*?\*\//g, ' ').split('\n').map((text) => text.trim())) {
    if (!line.startsWith('#')) {
      lines[lines.length - 1] += ` ${line}`;
      continue;
    }
    const [, head, body] = /^(#define \w+(?:\([^)]*\))?|#\w+) *(.*)$/.exec(line);
    lines.push(`${head.replace(/, +/g, ',')} ${squeezed(body)}`.trim(), '');
  }
  return `${lines.map((line) => (line.startsWith('#') ? line : squeezed(line))).filter(Boolean).join('\n')}\n`;
}

/** What a program sets or asks for by name: uniforms, built-in variables, and macros that no shader defines. */
const isForeign = (name, defined) => /^(u|gl)_/.test(name) || (/^[A-Z]/.test(name) && !defined.has(name));

/** Shaders with the names of their own replaced by short ones, the same in each: those that occur most are the shortest. */
export function renamed(shaders) {
  const defined = new Set(shaders.flatMap((text) => [...text.matchAll(/#define (\w+)/g)].map(([, name]) => name)));
  // Behind a point are components of vectors, but for macros that stand for one.
  const components = new Set(shaders.flatMap((text) => [...text.matchAll(/#define \w+ ([rgba])$/gm)].map(([, name]) => name)));
  const isOwn = (name, before) => !LANGUAGE.has(name) && !isForeign(name, defined) && !components.has(name) && (before !== '.' || defined.has(name));
  const counts = new Map(), taken = new Set();
  for (const text of shaders)
    for (const { 0: name, index } of text.matchAll(WORD))
      if (isOwn(name, text[index - 1])) counts.set(name, (counts.get(name) ?? 0) + 1);
      else taken.add(name);
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = [...letters, ...letters.flatMap((a) => letters.map((b) => a + b))].filter((name) => !taken.has(name) && !LANGUAGE.has(name));
  const short = new Map([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name], i) => [name, names[i]]));
  return shaders.map((text) => text.replace(WORD, (name, index) => (isOwn(name, text[index - 1]) ? short.get(name) : name)));
}

// SPDX-License-Identifier: MIT

/** A shader without comments, indents and empty lines. */
export function stripped(shader) {
  const lines = shader
    .replace(/\/\*[^]*?\*\//g, ' ')
    .replace(/\/\/.*/g, '')
    .split('\n');
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('');
}

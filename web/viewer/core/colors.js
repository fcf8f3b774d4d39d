// SPDX-License-Identifier: MIT
// Linear colours of glTF, and those of colour fields.

/** Linear components as a CSS colour. */
export const toHex = (color) =>
  `#${color
    .slice(0, 3)
    .map((x) =>
      Math.round(255 * Math.min(1, Math.max(0, x <= 0.0031308 ? x * 12.92 : 1.055 * x ** (1 / 2.4) - 0.055)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export const fromHex = (hex) =>
  [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((x) => Number((x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4).toFixed(6)));

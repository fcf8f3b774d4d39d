// SPDX-License-Identifier: MIT
// Vectors of three numbers and quaternions of four (x, y, z, w) as arrays.

export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a) => a.map((value) => value / (Math.hypot(...a) || 1));

/** The rotation `a` followed by the rotation `b`. */
export const turned = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  bw * ax + bx * aw + by * az - bz * ay,
  bw * ay - bx * az + by * aw + bz * ax,
  bw * az + bx * ay - by * ax + bz * aw,
  bw * aw - bx * ax - by * ay - bz * az,
];

// SPDX-License-Identifier: MIT
// Linear algebra for camera and marks. Vectors and quaternions are arrays.
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const mix = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
export const normalize = (a) => {
  const l = length(a);
  return l > 0 ? scale(a, 1 / l) : [0, 0, 1];
};

/** Quaternion of rotations about x, y and z in degrees, applied in the order z, x, y. */
export function fromDegrees(x, y, z) {
  const about = (axis, angle) => aboutAxis(axis, (angle * Math.PI) / 180);
  return multiply(multiply(about(1, y), about(0, x)), about(2, z));
}

/** The inverse of fromDegrees(): x is within 90 degrees, y and z within 180. */
export function toDegrees([x, y, z, w]) {
  const unit = 180 / Math.PI,
    sine = Math.max(-1, Math.min(1, 2 * (w * x - y * z)));
  if (Math.abs(sine) > 0.9999995)
    // gimbal lock: y gets the whole rotation
    return [Math.sign(sine) * 90, 2 * Math.atan2(y, w) * unit, 0].map(wrap);
  return [
    Math.asin(sine),
    Math.atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y)),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (x * x + z * z)),
  ].map((angle) => wrap(angle * unit));
}

const wrap = (degrees) => degrees - 360 * Math.round(degrees / 360);

/** Quaternion of a rotation about x (0), y (1) or z (2) by radians. */
export function aboutAxis(axis, angle) {
  const q = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
}

/** A vector rotated by a quaternion. */
export function rotate([x, y, z, w], v) {
  const q = [x, y, z],
    twice = scale(cross(q, v), 2);
  return add(v, add(scale(twice, w), cross(q, twice)));
}

export const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/** Transforms a point by matrix number `i` of an array of 3x4 matrices. */
export function transform(matrices, i, [x, y, z]) {
  const m = i * 12;
  return [
    matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3],
    matrices[m + 4] * x + matrices[m + 5] * y + matrices[m + 6] * z + matrices[m + 7],
    matrices[m + 8] * x + matrices[m + 9] * y + matrices[m + 10] * z + matrices[m + 11],
  ];
}

/** The translation of matrix number `i`. */
export const origin = (matrices, i) => [matrices[i * 12 + 3], matrices[i * 12 + 7], matrices[i * 12 + 11]];

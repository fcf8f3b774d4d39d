// SPDX-License-Identifier: MIT
// The platforms and their limits, which the page reads once.

let reading = null;

/** Platforms of platforms.json; none if it cannot be read: numbers are shown without limits. */
export function loadPlatforms() {
  reading ??= fetch('platforms.json')
    .then((response) => response.json())
    .then(({ platforms }) => platforms)
    .catch(() => {
      reading = null; // the next call tries again
      return [];
    });
  return reading;
}

// SPDX-License-Identifier: MIT
// usage: peer.mjs FILE OUT.png
// One picture by three-vrm in headless chromium, from a camera that need not be computed: what a
// platform does today for a thumbnail.
import { writeFileSync } from 'node:fs';
import { openStudio } from '../../tests/judges/picture.mjs';
import { encodePng } from '../../tests/judges/png.mjs';

const [file, out] = process.argv.slice(2);
const studio = await openStudio();
const [picture] = await studio.draw([{ file, width: 512, height: 512, eye: [0, 0.9, 4], target: [0, 0.9, 0] }]);
writeFileSync(out, encodePng(picture));
await studio.close();
process.exit(0);

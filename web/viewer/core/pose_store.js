// SPDX-License-Identifier: MIT
// Poses that the browser keeps, as { id, name, bytes }. Every function rejects where the browser refuses.
import { opener, resultOf } from './browser_store.js';

const open = opener('vrm-viewer', ['poses']);

const run = async (mode, use) => resultOf(use((await open()).transaction('poses', mode).objectStore('poses')));

export const storedPoses = () => run('readonly', (store) => store.getAll());
export const storePose = (pose) => run('readwrite', (store) => store.put(pose));
export const removeStoredPose = (id) => run('readwrite', (store) => store.delete(id));

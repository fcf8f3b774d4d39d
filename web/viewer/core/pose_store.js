// SPDX-License-Identifier: MIT
// Poses in the browser's IndexedDB, as { id, name, bytes }. Every function rejects where the browser refuses.

const request = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('vrm-viewer', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('poses', { keyPath: 'id' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error('IndexedDB is in use by an older page'));
  });
  return opened;
}

async function run(mode, use) {
  const transaction = (await open()).transaction('poses', mode),
    result = await request(use(transaction.objectStore('poses')));
  return result;
}

export const storedPoses = () => run('readonly', (store) => store.getAll());
export const storePose = (pose) => run('readwrite', (store) => store.put(pose));
export const removeStoredPose = (id) => run('readwrite', (store) => store.delete(id));

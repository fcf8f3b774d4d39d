// SPDX-License-Identifier: MIT
// A database of the browser (IndexedDB). Every function rejects where the browser refuses.

/** The result of a request of IndexedDB. */
export const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** A function that resolves with the open database. `stores`: the names of its stores, each with the key "id". */
export function opener(name, stores) {
  let opened = null;
  const open = () => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' });
    };
    return Promise.race([
      resultOf(request),
      new Promise((_, reject) => {
        request.onblocked = () => reject(new Error('IndexedDB is in use by an older page'));
      }),
    ]);
  };
  const forget = () => {
    opened = null; // the next call opens it again
  };
  return () => {
    opened ??= open().then((database) => {
      database.onversionchange = () => (forget(), database.close()); // a newer page waits for it
      database.onclose = forget; // the user has removed the data of the page
      return database;
    });
    opened.catch(forget);
    return opened;
  };
}

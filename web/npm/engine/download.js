// SPDX-License-Identifier: MIT
// Files of the web.
import { VrmError } from './errors.js';

async function bytesOf(response, onProgress) {
  if (!response.ok) {
    response.body?.cancel().catch(() => {});
    throw new VrmError('io', `${response.url}: ${response.status} ${response.statusText}`);
  }
  if (!onProgress || !response.body) return response.arrayBuffer();
  const total = Number(response.headers.get('content-encoding') ? 0 : response.headers.get('content-length')) || 0;
  const parts = [],
    reader = response.body.getReader();
  let loaded = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    loaded += value.length;
    onProgress({ loaded, total });
  }
  return new Blob(parts).arrayBuffer();
}

/** The bytes at an address, as an ArrayBuffer. Every error names the address; those of fetch() do not. */
export async function fetchBytes(address, signal, onProgress) {
  try {
    return await bytesOf(await fetch(address, { signal }), onProgress);
  } catch (error) {
    if (signal?.aborted || error instanceof VrmError) throw error;
    throw new VrmError('io', `${address}: ${error.message}`, undefined, { cause: error });
  }
}

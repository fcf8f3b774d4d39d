// SPDX-License-Identifier: MIT
// Figures without VRM, made of avatars.

/** A GLB whose document is what `change` makes of it. */
export function changedGlb(bytes, change) {
  const size = bytes.readUInt32LE(12),
    json = JSON.parse(bytes.toString('utf8', 20, 20 + size));
  change(json);
  const text = Buffer.from(JSON.stringify(json)),
    padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, 0x20)]),
    rest = bytes.subarray(20 + size),
    head = Buffer.alloc(20);
  head.writeUInt32LE(0x46546c67, 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length + rest.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.writeUInt32LE(0x4e4f534a, 16);
  return Buffer.concat([head, padded, rest]);
}

/** Takes the extensions of VRM away. */
export function withoutVrm(json) {
  const isOurs = (name) => name.startsWith('VRM');
  for (const owner of [json, ...(json.nodes ?? []), ...(json.materials ?? [])]) {
    for (const name of Object.keys(owner.extensions ?? {})) if (isOurs(name)) delete owner.extensions[name];
    if (owner.extensions && Object.keys(owner.extensions).length === 0) delete owner.extensions;
  }
  json.extensionsUsed = (json.extensionsUsed ?? []).filter((name) => !isOurs(name));
  if (json.extensionsUsed.length === 0) delete json.extensionsUsed;
}

export const figureOf = (bytes) => changedGlb(bytes, withoutVrm);

/** A figure whose node names say nothing for some bones. */
export const unnamed = (bytes, names) =>
  changedGlb(bytes, (json) => {
    withoutVrm(json);
    for (const node of json.nodes) if (names.includes(node.name)) node.name = 'x';
  });

/** A chair: boxes without a skeleton. */
export const chair = Buffer.from(
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'Chair', children: [1, 2] }, { name: 'Seat' }, { name: 'Back' }],
  }),
);

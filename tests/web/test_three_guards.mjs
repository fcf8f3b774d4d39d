// SPDX-License-Identifier: MIT
// VRMLoader and documents that mean harm: addresses outside their folder, floods of files, names that are members of JavaScript.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { after } from 'node:test';
import { load, sceneBytes } from './support.mjs';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const THREE = await import('three').catch(() => null);
const skip = THREE ? false : 'three is not installed (tools/deps.sh check)';
const ours = skip ? null : await load('three.js');

const hero = sceneBytes('hero'),
  size = hero.readUInt32LE(12),
  text = hero.toString('utf8', 20, 20 + size),
  rest = hero.subarray(20 + size);

/** The hero with another document. */
function glb(json) {
  const body = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
    padded = Buffer.concat([body, Buffer.alloc(-body.length & 3, 0x20)]),
    head = Buffer.alloc(20);
  [0x46546c67, 2, 20 + padded.length + rest.length, padded.length, 0x4e4f534a].forEach((value, i) =>
    head.writeUInt32LE(value, i * 4),
  );
  return Buffer.concat([head, padded, rest]);
}

/** A server that notes what it is asked for, and answers each time with 16 bytes. */
async function listen() {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, secret: request.headers.authorization });
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
      .end(Buffer.alloc(16));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { asked, origin: `http://127.0.0.1:${server.address().port}` };
}

const withBuffer = (...uris) => {
  const json = JSON.parse(text);
  for (const uri of uris) json.buffers.push({ uri, byteLength: 16 });
  return glb(json);
};

const loaderOf = (options) =>
  new ours.VRMLoader(undefined, options).setRequestHeader({ Authorization: 'Bearer SECRET' });

test('files outside the folder of a document are not asked for', { skip }, async () => {
  const own = await listen(),
    other = await listen(),
    { port } = new URL(other.origin),
    path = `${own.origin}/avatars/u1/`;
  const refused = [
    `${other.origin}/collect`,
    `//127.0.0.1:${port}/x`,
    '../../api/delete?id=1',
    '/api/delete',
    '%2e%2e/x.bin',
    '..%2fx.bin',
    'a/../../x.bin',
    '\\\\127.0.0.1\\x',
    '%5c%5c127.0.0.1/x',
    `\t//127.0.0.1:${port}/x`,
    ` //127.0.0.1:${port}/../../x`,
    'C:/x.bin',
    'file:///etc/passwd',
    '',
    '%',
    'ftp:x',
    'a\n/../x',
    '.%2e/x.bin',
  ];
  for (const uri of refused)
    await assert.rejects(loaderOf().parseAsync(withBuffer(uri), path), { name: 'VrmError', code: 'io' }, uri);
  // Without a folder, and with a path that is none.
  for (const uri of refused.slice(0, 4))
    await assert.rejects(loaderOf().parseAsync(withBuffer(uri)), { name: 'VrmError' }, uri);
  assert.deepEqual([...own.asked, ...other.asked], []);
  (await loaderOf().parseAsync(withBuffer('more/numbers%20and%20all.bin', './x..bin'), path)).userData.vrm.dispose();
  assert.deepEqual(own.asked.map(({ url, secret }) => `${url} ${secret}`).sort(), [
    '/avatars/u1/more/numbers%20and%20all.bin Bearer SECRET',
    '/avatars/u1/x..bin Bearer SECRET',
  ]);
});

test('a page that wants files from anywhere gets them, without its headers on other origins', { skip }, async () => {
  const own = await listen(),
    other = await listen();
  const bytes = withBuffer(`${other.origin}/shared.bin`, '../up.bin');
  (await loaderOf({ sideFiles: 'any' }).parseAsync(bytes, `${own.origin}/avatars/u1/`)).userData.vrm.dispose();
  assert.deepEqual(other.asked, [{ url: '/shared.bin', secret: undefined }]);
  assert.deepEqual(own.asked, [{ url: '/avatars/up.bin', secret: 'Bearer SECRET' }]);
  assert.throws(() => new ours.VRMLoader(undefined, { sideFiles: 'all' }), {
    name: 'TypeError',
    message: /options\.sideFiles must be 'folder' or 'any'/,
  });
});

test('a document that names too many files is refused before the first is asked for', { skip }, async () => {
  const own = await listen(),
    uris = Array.from({ length: 5000 }, (_, i) => `flood/${i}`);
  await assert.rejects(loaderOf().parseAsync(withBuffer(...uris), `${own.origin}/`), {
    name: 'VrmError',
    code: 'limit',
    message: /5000 side files/,
  });
  assert.deepEqual(own.asked, []);
  (await loaderOf({ maxSideFiles: 2 }).parseAsync(withBuffer('a', 'b'), `${own.origin}/`)).userData.vrm.dispose();
  await assert.rejects(loaderOf({ maxSideFiles: 2 }).parseAsync(withBuffer('a', 'b', 'c'), `${own.origin}/`), {
    code: 'limit',
  });
});

test('pictures outside the folder are left out', { skip }, async () => {
  const own = await listen(),
    other = await listen(),
    json = JSON.parse(text);
  if (!json.images?.length) return;
  json.images[0] = { uri: `${other.origin}/tracking.png` };
  globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} });
  try {
    (await loaderOf().parseAsync(glb(json), `${own.origin}/`)).userData.vrm.dispose();
  } finally {
    delete globalThis.createImageBitmap;
  }
  assert.deepEqual([...own.asked, ...other.asked], []);
});

test('members named __proto__ change no prototype', { skip }, async () => {
  const poison = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"c"}}';
  const plain = JSON.stringify(JSON.parse(text));
  const documents = {
    'extras of a node': plain.replace('"nodes":[{', `"nodes":[{"extras":{${poison}},"extensions":{${poison}},`),
    'extras of a material': plain.replace('"materials":[{', `"materials":[{"extras":{${poison}},`),
    'extras of the document': plain.replace('{', `{"extras":{${poison}},`),
    'extensions of the document': plain.replace(/"extensions":\{(?="VRM)/, (found) => `${found}${poison},`),
    attributes: plain.replace(/"attributes":\{/, (found) => `${found}"__PROTO__":0,"_CONSTRUCTOR":0,`),
    'names of nodes': plain.replace(/"name":"Head"/, '"name":"__proto__"'),
  };
  for (const [where, document] of Object.entries(documents)) {
    const { scene, userData } = await new ours.VRMLoader().parseAsync(glb(document));
    const check = (object, label) =>
      assert.ok(
        [Object.prototype, null].includes(Object.getPrototypeOf(object)) && object.polluted === undefined,
        `${where}: ${label}`,
      );
    check(userData, 'gltf');
    scene.traverse((object) => {
      check(object.userData, object.name);
      if (object.userData.gltfExtensions) check(object.userData.gltfExtensions, object.name);
      if (object.geometry) check(object.geometry.attributes, object.name);
      if (object.morphTargetDictionary) check(object.morphTargetDictionary, object.name);
      for (const material of object.material ? [object.material].flat() : []) check(material.userData, material.name);
    });
    assert.equal({}.polluted, undefined);
    userData.vrm.dispose();
  }
});

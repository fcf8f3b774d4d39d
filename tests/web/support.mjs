// SPDX-License-Identifier: MIT
// What the tests of the npm package share: the package as it was built, and files to load.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folder of the built package: the first argument. */
export const packageFolder = resolve(process.argv[2] ?? 'build-web/web/libvrm');

/** The package, or one of its other entries. */
export const load = (entry = 'index.js') => import(pathToFileURL(join(packageFolder, entry)));

export const sourceFolder = process.env.VRM_SOURCE ?? resolve('.');

/** An empty folder that goes when the program ends. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'vrm-web-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const made = scratch();

/** Path of an avatar made in code: a KIND of vrm_scene. */
export function scenePath(kind, ...options) {
  const path = join(made, `${[kind, ...options].join('_')}.vrm`);
  if (!existsSync(path)) execFileSync(process.env.VRM_SCENE, [kind, path, ...options]);
  return path;
}

export const sceneBytes = (...args) => readFileSync(scenePath(...args));

/** What a command of ours prints as JSON. */
export const vrmJson = (...args) =>
  JSON.parse(execFileSync(process.env.VRM, args, { encoding: 'utf8', maxBuffer: 1 << 28 }));

/** Files below a folder whose names end so, sorted. */
export function filesBelow(folder, ...endings) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .sort()
    .map((name) => join(folder, name));
}

/** Files of the corpus; null without one. */
export const corpus = (...endings) =>
  process.env.VRM_CORPUS ? filesBelow(process.env.VRM_CORPUS, ...endings) : null;

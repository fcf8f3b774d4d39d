// SPDX-License-Identifier: MIT
// The Khronos validator and ours side by side, in one shape: lists of { severity, code, pointer }.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import validator from 'gltf-validator';

const severities = ['error', 'warning', 'info', 'hint'];

/** RFC 6901 calls the root ""; Khronos writes "/" for it in places. Bytes of the container have an
 * offset instead of a pointer. */
function place(pointer, offset) {
  if (pointer === undefined) return `@${offset}`;
  return pointer === '/' ? '' : pointer;
}

/** Issues of a report of the Khronos validator. */
export function issuesOf(report) {
  return report.issues.messages.map((message) => ({
    severity: severities[message.severity],
    code: message.code,
    pointer: place(message.pointer, message.offset),
  }));
}

/** What the Khronos validator says of a file; null when it gives up on it. */
export async function khronos(path, bytes = readFileSync(path)) {
  const side = (uri) =>
    new Promise((done, fail) => {
      try {
        done(new Uint8Array(readFileSync(resolve(dirname(path), decodeURIComponent(uri)))));
      } catch (error) {
        fail(String(error));
      }
    });
  try {
    const options = { uri: basename(path), maxIssues: 0, externalResourceFunction: side };
    return issuesOf(await validator.validateBytes(new Uint8Array(bytes), options));
  } catch {
    return null;
  }
}

/** What we say of files, in their order. */
export function ours(paths) {
  const lists = [];
  for (let i = 0; i < paths.length; i += 200) {
    const args = ['validate', '--json', ...paths.slice(i, i + 200)];
    const run = spawnSync(process.env.VRM, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
    if (run.status !== 0 && run.status !== 1)
      throw new Error(`vrm validate ended with ${run.status ?? run.signal}: ${run.stderr}`);
    for (const line of run.stdout.trim().split('\n'))
      lists.push(
        JSON.parse(line).findings.map((finding) => ({
          severity: finding.severity,
          code: finding.code,
          pointer: finding.code.startsWith('GLB_') ? `@${finding.byteOffset}` : finding.pointer,
        })),
      );
  }
  return lists;
}

/** The codes that the Khronos validator has, from its own list. */
export function khronosCodes() {
  const folder = dirname(createRequire(import.meta.url).resolve('gltf-validator'));
  const text = readFileSync(join(folder, 'ISSUES.md'), 'utf8');
  return new Set([...text.matchAll(/^\|([A-Z0-9_]+)\|/gm)].map((match) => match[1]));
}

/** How often each key occurs. */
export function tally(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How many keys two tallies share, and what each has beyond the other. */
export function compare(theirs, mine) {
  const missing = [];
  const extra = [];
  let shared = 0;
  for (const [key, count] of theirs) {
    const common = Math.min(count, mine.get(key) ?? 0);
    shared += common;
    for (let i = common; i < count; i++) missing.push(key);
  }
  for (const [key, count] of mine) for (let i = Math.min(count, theirs.get(key) ?? 0); i < count; i++) extra.push(key);
  return { shared, missing, extra };
}

export const line = (issue) => `${issue.severity} ${issue.code} ${issue.pointer}`;

// SPDX-License-Identifier: MIT
// Our glTF rules beside those of the Khronos validator:
// 1. its own test cases with the reports that it expects of itself (corpus broken/gltf-validator):
//    every bad case is an error, no good case is, and the codes agree;
// 2. real files, judged by the validator from npm in this run: no glTF error that it does not have.
// Prints the figures of docs/reference/validator.md and every disagreement.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { compare, issuesOf, khronos, khronosCodes, line, ours, tally } from './khronos.mjs';
import { corpus, Verdict } from './support.mjs';

const verdict = new Verdict();
const root = process.env.VRM_CORPUS;
const percent = (part, whole) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
const isError = (issue) => issue.severity === 'error';
const codeOf = (issue) => issue.code;

/** Findings of ours that the older validator in npm has under another severity or not at all. */
const newer = new Set(['NODE_SKINNED_MESH_NON_ROOT', 'NODE_SKINNED_MESH_PARENT_TRANSFORMS']);

// ---- 1. Khronos's own cases ----

const reports = corpus('broken/gltf-validator', '.report.json');
const cases = reports.map((path) => path.slice(0, -'.report.json'.length));
const found = ours(cases);
const sum = { verdicts: 0, errors: 0, codes: 0, pointers: 0, extra: 0, others: 0, otherCodes: 0, same: 0 };
cases.forEach((path, i) => {
  const expected = issuesOf(JSON.parse(readFileSync(reports[i], 'utf8')));
  const name = relative(root, path);
  const theirErrors = expected.filter(isError);
  const ourErrors = found[i].filter(isError);
  const isBad = theirErrors.length > 0;
  verdict.claim(
    isBad === ourErrors.length > 0,
    `${name} is ${isBad ? 'bad' : 'good'}; we say ${ourErrors.map(line).join(', ') || 'nothing'}`,
  );
  if (isBad === ourErrors.length > 0) sum.verdicts++;

  const codes = compare(tally(theirErrors.map(codeOf)), tally(ourErrors.map(codeOf)));
  sum.errors += theirErrors.length;
  sum.codes += codes.shared;
  sum.extra += codes.extra.length;
  sum.pointers += compare(tally(theirErrors.map(line)), tally(ourErrors.map(line))).shared;
  const others = expected.filter((issue) => !isError(issue));
  sum.others += others.length;
  sum.otherCodes += compare(tally(others.map(line)), tally(found[i].map(line))).shared;

  const all = compare(tally(expected.map(line)), tally(found[i].map(line)));
  if (all.missing.length + all.extra.length === 0) sum.same++;
  for (const key of all.missing) console.log(`differs: ${name}: Khronos alone: ${key}`);
  for (const key of all.extra) console.log(`differs: ${name}: we alone: ${key}`);
});
console.log(`Khronos cases: ${cases.length}, whole reports equal: ${percent(sum.same, cases.length)}`);
console.log(`  verdicts (error or not) equal: ${percent(sum.verdicts, cases.length)}`);
console.log(`  expected error codes found: ${percent(sum.codes, sum.errors)}, beyond them: ${sum.extra}`);
console.log(`  at the same pointer: ${percent(sum.pointers, sum.errors)}`);
console.log(`  warnings, infos and hints found, at the same pointer: ${percent(sum.otherCodes, sum.others)}`);
verdict.claim(sum.codes >= 0.9 * sum.errors, 'at least 90 % of the expected error codes are found');
verdict.claim(sum.extra <= 0.02 * sum.errors, 'hardly any error beyond the expected ones');

// ---- 2. Real files ----

// What is inside a VRM extension Khronos does not look at.
const codes = khronosCodes();
const isGltf = (issue) => codes.has(issue.code) && !issue.pointer.includes('/extensions/VRM');
for (const folder of [
  'gltf',
  'vrm0',
  'vrm1',
  'vrma',
  'vrmext',
  'broken/asset-generator',
  'broken/vrm-malformed',
  'broken/vrm-odd',
]) {
  const paths = ['.gltf', '.glb', '.vrm', '.vrma'].flatMap((extension) =>
    existsSync(`${root}/${folder}`) ? corpus(folder, extension) : [],
  );
  const mine = ours(paths);
  let files = 0,
    theirTotal = 0,
    shared = 0,
    ourTotal = 0;
  for (const [i, path] of paths.entries()) {
    const theirs = await khronos(path);
    const name = relative(root, path);
    if (theirs === null) {
      // it does not look like glTF at all, and the validator throws
      verdict.claim(mine[i].some(isError), `${name} is an error for us as well`);
      continue;
    }
    files++;
    const ourErrors = mine[i].filter((issue) => isError(issue) && isGltf(issue));
    const theirErrors = new Set(theirs.filter(isError).map(line));
    for (const issue of ourErrors)
      verdict.claim(theirErrors.has(line(issue)), `${name}: Khronos too says ${line(issue)}`);
    for (const key of theirErrors)
      verdict.claim(
        ourErrors.some((issue) => line(issue) === key),
        `${name}: we too say ${key}`,
      );
    const rest = new Set(theirs.filter((issue) => !newer.has(issue.code)).map(line));
    const ourRest = new Set(mine[i].filter((issue) => isGltf(issue) && !newer.has(issue.code)).map(line));
    theirTotal += rest.size;
    ourTotal += ourRest.size;
    shared += [...rest].filter((key) => ourRest.has(key)).length;
  }
  console.log(
    `${folder}: ${files} files, ${theirTotal} findings of Khronos, of which we share ` +
      `${shared}; ${ourTotal - shared} glTF findings are ours alone`,
  );
}
verdict.end();

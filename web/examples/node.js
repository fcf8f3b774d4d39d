// SPDX-License-Identifier: MIT
// usage: node node.js FILE...   what each file is, and what is wrong with it
import { readFile } from 'node:fs/promises';
import { Model, VrmError, validate } from 'libvrm';

for (const path of process.argv.slice(2)) {
  const bytes = await readFile(path);
  try {
    const model = await Model.load(bytes);
    const { dialect, name, authors } = model.info;
    console.log(`${path}: ${name || 'no name'}, VRM ${dialect}, by ${authors.join(', ') || 'nobody'}`);
    model.dispose();
  } catch (error) {
    if (!(error instanceof VrmError)) throw error;
    console.log(`${path}: ${error.message}`);
  }
  const { errors, warnings, findings } = await validate(bytes);
  for (const { severity, code, pointer, message } of findings)
    console.log(`  ${severity} ${code} ${pointer}: ${message}`);
  console.log(`  ${errors} errors, ${warnings} warnings`);
}

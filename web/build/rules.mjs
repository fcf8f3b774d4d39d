// SPDX-License-Identifier: MIT
// usage: node rules.mjs COMPILER RULES.def OUT.txt
// Writes the sentences of the validator's rules, by their codes, as JSON. The preprocessor reads the table.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const [compiler, table, out] = process.argv.slice(2);
const text = execFileSync(
  compiler,
  ['-E', '-P', '-x', 'c', `-I${dirname(dirname(table))}`, '-DX(code, severity, place, text)=<#code> text', table],
  { encoding: 'utf8' },
);
const sentences = {};
for (const [, code, literals] of text.matchAll(/<"(\w+)">((?:\s*"(?:[^"\\]|\\.)*")+)/g))
  sentences[code] = [...literals.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([literal]) => JSON.parse(literal)).join('');
if (Object.keys(sentences).length < 100)
  throw new Error(`${table}: only ${Object.keys(sentences).length} rules were found`);
writeFileSync(out, JSON.stringify(sentences));

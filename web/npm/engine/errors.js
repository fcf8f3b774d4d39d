// SPDX-License-Identifier: MIT
// VrmError, and checks of arguments that name the argument.

export const emptyReport = Object.freeze({
  findings: Object.freeze([]),
  errors: 0,
  warnings: 0,
  infos: 0,
  hints: 0,
  isTruncated: false,
});

/** Stands for a report that could not be allocated. */
export const lostReport = Object.freeze({ ...emptyReport, isTruncated: true });

export class VrmError extends Error {
  constructor(code, message, report = emptyReport, options = undefined) {
    super(message, options);
    this.name = 'VrmError';
    this.code = code;
    this.report = report;
  }
}

const sentences = {
  definition: 'the module was built from other headers than this package',
  memory: 'no memory left',
  io: 'a side file could not be had',
  container: 'not GLB, not glTF, or cut short',
  json: 'the JSON text is broken',
  invalid: 'the file is too broken to use',
  unsupported: 'the file needs something that is not supported',
  limit: 'the file exceeds a limit',
  argument: 'an index or a size does not fit',
};

/** Makes an error that says what failed and why: by the first finding of severity error. A file of another kind than
 * expected may have only a warning, which is used then. */
export function failure(what, code, report) {
  const first =
    report?.findings.find((finding) => finding.severity === 'error') ??
    (code === 'invalid' ? report?.findings[0] : undefined);
  const place = first?.pointer ? ` at ${first.pointer}` : '';
  const why = first ? `${first.message} (${first.code}${place})` : (sentences[code] ?? code);
  return new VrmError(code, `${what}: ${why}`, report);
}

/** Advice for pages where vite does not serve the files of the package; `here` is the address of a module. */
export function whyMoved(here) {
  if (here?.includes('/.vite/'))
    return "; vite has bundled the package without its files: write optimizeDeps: { exclude: ['libvrm'] } into vite.config.js";
  if (here?.includes('/@fs/'))
    return '; vite serves a package outside of the project only if server.fs.allow in vite.config.js names its folder';
  return '';
}

// ---- Arguments ----

export function describe(value) {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'undefined') return String(value);
  if (typeof value === 'object') return value.constructor?.name ?? 'an object';
  return `a ${typeof value}`;
}

export function wrong(name, wanted, value) {
  const kind = describe(value),
    isTwin = typeof value === 'object' && wanted.endsWith(` ${kind}`);
  return new TypeError(
    `${name} must be ${wanted}, not ${isTwin ? `the ${kind} of another copy of this package` : kind}`,
  );
}

/** Finite as a 32 bit float too, since C computes with those. */
const isFinite32 = (value) => typeof value === 'number' && Number.isFinite(Math.fround(value));

export function checkNumber(name, value) {
  if (!isFinite32(value)) throw wrong(name, 'a finite number', value);
  return value;
}

/** An integer in 0 <= value < end. */
export function checkIndex(name, value, end) {
  if (!Number.isInteger(value)) throw wrong(name, 'an integer', value);
  if (value < 0 || value >= end) throw new RangeError(`${name} must be at least 0 and below ${end}, not ${value}`);
  return value;
}

/** Returns an array of `length` finite numbers; throws for anything else. */
export function checkNumbers(name, value, length) {
  if (value === null || typeof value !== 'object' || typeof value.length !== 'number')
    throw wrong(name, `an array of ${length} numbers`, value);
  if (value.length !== length) throw new TypeError(`${name} must have ${length} numbers, not ${value.length}`);
  for (let i = 0; i < length; i++) if (!isFinite32(value[i])) throw wrong(`${name}[${i}]`, 'a finite number', value[i]);
  return value;
}

/** Tolerances as C takes them: degrees, metres and weight, -1 for the default. */
export function checkTolerances(tolerances = {}) {
  checkObject('options.tolerances', tolerances);
  return ['degrees', 'metres', 'weight'].map((name) => {
    const value = tolerances[name] ?? -1;
    checkNumber(`options.tolerances.${name}`, value);
    if (tolerances[name] !== undefined && value < 0)
      throw new RangeError(`options.tolerances.${name} must not be below 0`);
    return value;
  });
}

export function checkText(name, value) {
  if (typeof value !== 'string') throw wrong(name, 'a string', value);
  return value;
}

export function checkBoolean(name, value) {
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
  return value;
}

/** Members that are true or false, by default false, as bits; the first is bit `first`. */
export const checkChoices = (object, prefix, first, ...names) =>
  names.reduce((bits, name, i) => bits | (checkBoolean(`${prefix}.${name}`, object[name] ?? false) << (first + i)), 0);

export function checkObject(name, value) {
  if (value === null || typeof value !== 'object') throw wrong(name, 'an object', value);
  return value;
}

/** The number of a name in a table of the module's constants. */
export function checkName(name, value, table) {
  if (typeof value !== 'string' || !Object.hasOwn(table, value))
    throw new TypeError(
      `${name} must be one of ${Object.keys(table).join(', ')}, not ${
        typeof value === 'string' ? JSON.stringify(value) : describe(value)
      }`,
    );
  return table[value];
}

/** Checks an object by the member that marks its class, as three.js does (`isVector3`): this works across several
 * copies of a library. */
export function checkKind(name, value, mark, wanted) {
  if (value?.[mark] !== true) throw wrong(name, wanted, value);
  return value;
}

/** Bytes of any kind as a Uint8Array, without a copy. */
export function checkBytes(name, value) {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  const tag = Object.prototype.toString.call(value);
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]') return new Uint8Array(value);
  throw wrong(name, 'an ArrayBuffer or a typed array', value);
}

/** Side files as a map of Uint8Array; null if there are none. */
export function checkFiles(files) {
  if (files === undefined) return null;
  checkObject('options.files', files);
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  return new Map(entries.map(([name, bytes]) => [name, checkBytes(`options.files[${JSON.stringify(name)}]`, bytes)]));
}

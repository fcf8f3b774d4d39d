// SPDX-License-Identifier: MIT
// Every way into the library that is a program of its own: how each is built and run, and what it is called. A door reads a list
// of avatars and motions and prints hashes of poses (door.c).
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const build = dirname(process.env.VRM ?? ''),
  source = process.env.VRM_SOURCE ?? '.',
  here = join(source, 'tests/doors'),
  include = join(source, 'include');
const environment = { ...process.env, LD_LIBRARY_PATH: build, LIBRARY_PATH: build };

function isThere(...command) {
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Compiles and runs; what is printed, line by line. */
async function lines(program, args, more = {}) {
  const { stdout } = await run(program, args, { env: { ...environment, ...more }, maxBuffer: 1 << 26 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

async function rust(folder, list) {
  const crates = join(folder, 'rust');
  cpSync(join(source, 'bindings/rust'), crates, { recursive: true }); // cargo writes beside the sources
  mkdirSync(join(crates, 'libvrm/examples'), { recursive: true });
  cpSync(join(here, 'door.rs'), join(crates, 'libvrm/examples/door.rs'));
  const cargo = {
    CARGO_TARGET_DIR: join(build, 'rust-doors'),
    CARGO_HOME: join(build, 'rust-doors/home'),
    LIBVRM_PATH: build,
  };
  const words = ['build', '--offline', '--quiet', '-p', 'libvrm', '--features', 'libvrm/vmc', '--example', 'door'];
  await run('cargo', words, { cwd: crates, env: { ...environment, ...cargo } });
  return lines(join(cargo.CARGO_TARGET_DIR, 'debug/examples/door'), [list]);
}

/** By name: what is missing for it (null: nothing), and a function of a folder to work in and a list. */
export const doors = {
  C: {
    lacks: null,
    async play(folder, list) {
      const words = ['-std=c11', '-O1', `-I${include}`, join(here, 'door.c'), '-o', join(folder, 'door_c')];
      await run('cc', [...words, '-lvrm_vmc', '-lvrm'], { env: environment });
      return lines(join(folder, 'door_c'), [list]);
    },
  },
  'C++': {
    lacks: isThere('c++', '--version') ? null : 'c++ is not installed',
    async play(folder, list) {
      const words = [
        '-std=c++17',
        '-O1',
        `-I${include}`,
        join(here, 'door.cpp'),
        '-o',
        join(folder, 'door_cpp'),
        '-lvrm',
      ];
      await run('c++', words, { env: environment });
      return lines(join(folder, 'door_cpp'), [list]);
    },
  },
  Python: {
    lacks: isThere('/usr/bin/python3', '--version') ? null : 'python3 is not installed',
    play: (folder, list) =>
      lines('/usr/bin/python3', ['-B', join(here, 'door.py'), list], {
        LIBVRM_PATH: build,
        PYTHONPATH: join(source, 'bindings/python'),
      }),
  },
  'C#': {
    lacks: isThere('mcs', '--version') && isThere('mono', '--version') ? null : 'mono is not installed',
    async play(folder, list) {
      const program = join(folder, 'Door.exe'),
        sources = [
          join(source, 'bindings/csharp/Native.cs'),
          join(source, 'bindings/csharp/Vrm.cs'),
          join(here, 'Door.cs'),
        ];
      await run('mcs', ['-unsafe', '-nowarn:169,649,3021', `-out:${program}`, ...sources]);
      return lines('mono', [program, list]);
    },
  },
  Rust: { lacks: isThere('cargo', '--version') ? null : 'cargo is not installed', play: rust },
};

/** Whether the libraries that programs link are there: not in a build without shared ones. */
export const hasLibraries = existsSync(join(build, 'libvrm.so'));

/** Rows of [avatar, motion, PMX or nothing, part of the body or nothing]. */
export function writeList(path, rows) {
  const line = ([avatar, motion, model = '', part = '']) => `${[avatar, motion, model, part].join('\t')}\n`;
  writeFileSync(path, rows.map(line).join(''));
  return path;
}

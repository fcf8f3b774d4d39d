// SPDX-License-Identifier: MIT
// Debian's chromium without screen and GPU, driven by playwright-core. WebGL 2 is drawn by SwiftShader or by Mesa's llvmpipe.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function find(program) {
  if (!program) return null;
  if (program.includes('/')) return existsSync(program) ? program : null;
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** The browser to use; null where there is none. */
export const findChromium = () =>
  find(process.env.CHROMIUM) ?? find('chromium') ?? find('chromium-browser') ?? find('google-chrome');

/** Why no browser can be opened here; null when it can. */
export async function whyNoChromium() {
  if (!findChromium()) return 'no chromium here (Debian package chromium)';
  try {
    await import('playwright-core');
  } catch {
    return 'no playwright-core here (tools/deps.sh check)';
  }
  if (cpuinfoToHide() && !mayMount())
    return 'chromium cannot draw skinned meshes on this CPU without a mount namespace of its own, which is not allowed here';
  return null;
}

const flags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/* SwiftShader's compiler takes the CPU's features from its part number. Virtual machines on these
 * ARM parts may lack SVE all the same, and the first shader that fetches texels in the vertex stage
 * is then an illegal instruction. There the browser is shown a part without SVE (Neoverse N1), in a
 * mount namespace of its own. */

/** What the machine says of such a CPU; null for all others. */
function cpuinfoToHide() {
  if (process.arch !== 'arm64' || !existsSync('/proc/cpuinfo')) return null;
  const text = readFileSync('/proc/cpuinfo', 'utf8');
  if (/^Features.* sve/m.test(text) || !/^CPU part\s*: 0xd(40|46|47|48|49|4d|4e|4f)$/m.test(text)) return null;
  return text;
}

const alone = () => (process.getuid() === 0 ? 'unshare -m' : 'unshare -rm');

function mayMount() {
  try {
    execFileSync('sh', ['-c', `${alone()} mount --bind /proc/cpuinfo /proc/cpuinfo`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function wrapped(chromium) {
  const text = cpuinfoToHide();
  if (!text) return chromium;
  const folder = mkdtempSync(join(tmpdir(), 'vrm-chromium-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const shown = join(folder, 'cpuinfo'),
    script = join(folder, 'chromium');
  writeFileSync(shown, text.replace(/^(CPU part\s*): .*$/gm, '$1: 0xd0c'));
  writeFileSync(
    script,
    `#!/bin/sh
exec ${alone()} sh -c 'mount --bind ${shown} /proc/cpuinfo && exec ${chromium} "$@"' sh "$@"
`,
    { mode: 0o755 },
  );
  return script;
}

/** Options that let Mesa's llvmpipe draw WebGL, and the CPU the page around it: up to half of the CPU time of SwiftShader.
 * Where there is no Mesa, chromium takes SwiftShader. */
export const LLVMPIPE = [
  '--use-gl=angle',
  '--use-angle=gles-egl', // the last one counts
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
];

/** A browser of playwright-core that draws by SwiftShader; its close() ends it. `more`: further options of chromium. */
export async function launchChromium(more = []) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: wrapped(findChromium()), args: [...flags, ...more], headless: true });
}

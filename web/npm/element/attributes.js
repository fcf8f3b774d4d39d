// SPDX-License-Identifier: MIT
// The values of attributes of <vrm-avatar>. A value that means nothing counts as the default.

const shots = ['full', 'bust', 'face'];

/** A name in quotes, which may contain commas, as it is. */
function unquoted(name) {
  try {
    return name.startsWith('"') ? JSON.parse(name) : name;
  } catch {
    return name; // the quotes are part of it
  }
}

/** "happy", "happy 0.5", "happy 0.5, surprised 0.3", '"oh, no" 0.5' as weights; null for none. */
export function emotionOf(text) {
  const parts = ((text ?? '').match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/gs) ?? []).map((part) => part.trim()).filter(Boolean);
  if (parts.length === 0) return null;
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, weight] = /^(.*?)(?:\s+([\d.]+))?$/s.exec(part);
      return [unquoted(name), Math.min(1, Number(weight ?? 1) || 0)];
    }),
  );
}

/** "bust", "bust 20", "bust 20 -5" as options of Stage.frame(). */
export function cameraOf(text) {
  const [shot = '', yaw = 0, pitch = 0] = (text ?? '').trim().split(/\s+/);
  const number = (value, most) => Math.max(-most, Math.min(most, Number(value) || 0));
  return { shot: shots.includes(shot) ? shot : 'bust', yaw: number(yaw, 360), pitch: number(pitch, 89) };
}

/** "wave wave.vrma, dance moves/dance.fbx" as pairs of name and address. */
export function animationsOf(text) {
  return (text ?? '')
    .split(/,(?=\s)|,$/) // a comma inside of an address has no space after it
    .map((part) => /^\s*(\S+)\s+(\S.*?)\s*$/s.exec(part))
    .filter(Boolean)
    .map(([, name, address]) => [name, address]);
}

/** "off" or an amount. */
export function idleOf(text) {
  if (text === null || text === '') return 1;
  if (text === 'off') return 0;
  const amount = Number(text);
  return Number.isFinite(amount) ? Math.max(0, Math.min(2, amount)) : 1;
}

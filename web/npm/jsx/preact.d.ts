// SPDX-License-Identifier: MIT
/** `<vrm-avatar>` in JSX of Preact 10: `import type {} from 'libvrm/jsx/preact'`. Preact sets properties, and listens to
 * events in lower case: `<vrm-avatar src={address} lookAt="pointer" onshown={...} />`. */
import type {} from 'preact';
import type { VrmAvatarElement, VrmAvatarEvents } from '../element.js';
import type { AvatarListeners, AvatarProperties } from './attributes.js';

/** Members of Preact that name events of this element otherwise, and its own properties. */
type Others = `on${Capitalize<keyof VrmAvatarEvents>}` | keyof AvatarListeners | keyof AvatarProperties;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vrm-avatar': Omit<HTMLAttributes<VrmAvatarElement>, Others> & AvatarProperties & AvatarListeners;
    }
  }
}

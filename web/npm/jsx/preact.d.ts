// SPDX-License-Identifier: MIT
/** `<vrm-avatar>` in JSX of Preact 10 and 11: `import type {} from 'libvrm/jsx/preact'`. Preact sets properties, and
 * listens to events in lower case: `<vrm-avatar src={address} lookAt="pointer" onshown={...} />`. */
import type { Ref } from 'preact';
import type { VrmAvatarElement, VrmAvatarEvents } from '../element.js';
import type { AvatarListeners, AvatarProperties } from './attributes.js';

/** Members of Preact that name events of this element otherwise, and its own properties. */
type Others = `on${Capitalize<keyof VrmAvatarEvents>}` | keyof AvatarListeners | keyof AvatarProperties | 'ref';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      // Those of a plain element: Preact 10 and 11 name their type otherwise.
      'vrm-avatar': Omit<IntrinsicElements['section'], Others> &
        AvatarProperties &
        AvatarListeners & { ref?: Ref<VrmAvatarElement> | undefined };
    }
  }
}

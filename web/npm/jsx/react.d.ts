// SPDX-License-Identifier: MIT
/** `<vrm-avatar>` in JSX of React 19: `import type {} from 'libvrm/jsx/react'`. React sets properties, and listens to
 * events in lower case: `<vrm-avatar src={address} lookAt="pointer" onshown={...} />`. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { VrmAvatarElement, VrmAvatarEvents } from '../element.js';
import type { AvatarListeners, AvatarProperties } from './attributes.js';

/** Members of React whose names it does not use for custom elements. */
type Others = `on${Capitalize<keyof VrmAvatarEvents>}`;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vrm-avatar': Omit<DetailedHTMLProps<HTMLAttributes<VrmAvatarElement>, VrmAvatarElement>, Others> &
        AvatarProperties &
        AvatarListeners;
    }
  }
}

import type { ParticipantETAStatus } from '../../core/model/Eta.js';
import { h, type Description } from '../base/h.js';

/** A participant's picture, or their initials: pictures may be missing, or refused by the page's policy. */
export function face({ displayName, avatar }: ParticipantETAStatus): Description {
  const initials = displayName.split(/\s+/).map((word) => [...word][0] ?? '').slice(0, 2).join('').toUpperCase();
  const isSafe = avatar !== undefined && /^(https:|\/)/.test(avatar);
  const onerror = (event: Event): void => (event.target as Element).replaceWith(initials);
  return h('span', { class: 'mark', 'aria-hidden': 'true' },
    isSafe ? h('img', { src: avatar, alt: '', loading: 'lazy', onerror }) : initials);
}

import type { PealPayload } from '../core/foreground/parsePayload.js';

/** The button that leads to all actions. */
export const moreAction = 'peal-more';

/** How many buttons this browser draws; 0 where it knows none. */
export const mostButtons = (): number => (Notification as unknown as { maxActions?: number }).maxActions || 0;

/** The buttons that a browser draws: all of them, or the first ones and "More…" where there are more than it can draw. */
export function buttonsOf(peal: PealPayload, most: number, more: string): { action: string; title: string }[] {
  const all = peal.actions;
  const direct = all.filter(action => action.place !== 'more');
  const buttons = (all.length > most || direct.length < all.length ? direct.slice(0, Math.max(most - 1, 0)) : direct)
    .map(({ id, title }) => ({ action: id, title }));
  return most > 0 && buttons.length < all.length ? [...buttons, { action: moreAction, title: more }] : buttons;
}

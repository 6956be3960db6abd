import type { ConfigAction, NotificationAction, PayloadAction } from 'peal-core';
import type { SystemButton, SystemPress } from './ports.js';

/** What a button of a notification needs to be drawn, from a push or from the catalog. */
type Action = Pick<PayloadAction, 'id' | 'title' | 'group'> & Partial<Pick<PayloadAction, 'kind' | 'link'>> &
  Partial<Pick<ConfigAction, 'type'>> & Partial<Pick<NotificationAction, 'deepLink'>>;

/** How many buttons a system draws, and whether one of them can open a list of choices. */
export interface ButtonLimits {
  readonly most: number;
  readonly hasChoices: boolean;
  /** Opens the app, where all answers are. */
  readonly more: string;
}

const moreId = 'peal.more';
const groupPrefix = 'peal.group.';

const isLeading = ({ kind, type, link }: Action): boolean => (kind || type) === 'open-app' || !!link;

/** Actions in their order: those with the same group are one button where a button can open a list. */
function units(actions: readonly Action[], hasChoices: boolean): Action[][] {
  const found: Action[][] = [];
  for (const action of actions) {
    const same = hasChoices && action.group && found.find(([first]) => first!.group === action.group);
    if (same) same.push(action);
    else found.push([action]);
  }
  return found;
}

/** The buttons of a notification; of more than there are limits the first ones, and one that opens the app (R191). */
export function buttonsOf(actions: readonly Action[], { most, hasChoices, more }: ButtonLimits): SystemButton[] {
  const all = units(actions, hasChoices);
  const shown = all.length > most ? all.slice(0, most - 1) : all;
  const buttons = shown.map(([first, ...others]): SystemButton => others.length === 0
    ? { id: first!.id, title: first!.title, opensApp: isLeading(first!) }
    : { id: groupPrefix + first!.id, title: first!.group!, opensApp: false, choices: [first!, ...others].map(({ title }) => title) });
  return shown.length === all.length ? buttons : [...buttons, { id: moreId, title: more, opensApp: true }];
}

/** The action of a press; none for the notification itself, for "More…" and for a button that this push does not have. */
export function pressedAction(actions: readonly PayloadAction[], { button, choice }: SystemPress): PayloadAction | undefined {
  if (!button || button === moreId) return undefined;
  if (!button.startsWith(groupPrefix)) return actions.find(({ id }) => id === button);
  const first = actions.find(({ id }) => groupPrefix + id === button);
  return first && actions.find(({ group, title }) => group === first.group && title === choice);
}

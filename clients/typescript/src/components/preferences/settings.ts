import { button } from '../base/controls.js';
import { h, type Child, type Description } from '../base/h.js';
import type { Panel } from './Panel.js';

export interface Setting {
  readonly key: string;
  readonly icon?: string;
  readonly name: string;
  readonly hint?: string | null;
  readonly isOn: boolean;
  readonly isLocked?: boolean;
  readonly change: (isOn: boolean) => void;
  /** Keys of `failures` that belong to the setting. */
  readonly keys: readonly string[];
}

/** A switch with its name, explanation and, when it could not be saved, why and "Try again". */
export function setting(panel: Panel, { key, ...one }: Setting, ...below: Child[]): Description {
  const { icon } = panel;
  return h('div', { key, class: one.isLocked ? 'item locked' : 'item', part: 'item' },
    h('label', null,
      one.icon && icon(one.icon),
      h('span', { class: 'grow' }, h('span', { class: 'name', id: `name-${key}` }, one.name),
        one.hint && h('span', { class: 'soft small', id: `hint-${key}` }, one.hint)),
      one.isLocked && icon('lock'),
      h('input', {
        type: 'checkbox', role: 'switch', '.checked': one.isOn, disabled: one.isLocked ?? false,
        'aria-labelledby': `name-${key}`, 'aria-describedby': one.hint ? `hint-${key}` : null,
        onchange: (event: Event) => one.change((event.target as HTMLInputElement).checked),
      })),
    below,
    failures(panel, one.keys));
}

/** What the server refused of these keys; it is shown as before the change. */
export function failures(panel: Panel, keys: readonly string[]): Child {
  return panel.view.failures.filter((failure) => keys.includes(failure.key)).map((failure) =>
    h('div', { key: `failure-${failure.key}`, class: 'failure', role: 'alert' }, panel.icon('alert'),
      h('span', null, `${panel.t('preferences.notSaved')} ${panel.explain(failure.error)}`),
      button('plain', () => panel.run(panel.client.preferences.retry(failure.key)), { key: 'retry' }, panel.t('retry')),
      button('plain', () => panel.client.preferences.dismissFailure(failure.key), { key: 'dismiss' }, panel.t('close'))));
}

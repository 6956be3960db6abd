import type { QuietHours } from '../../core/model/Preferences.js';
import { zoneName } from '../../words/Dates.js';
import type { TextKey } from '../../words/texts.js';
import { h, type Child } from '../base/h.js';
import type { Panel } from './Panel.js';
import { failures, setting } from './settings.js';

/** From when to when no push arrives, in the user's zone (R088). */
export function quietHoursItems(panel: Panel, hours: QuietHours): Child {
  const { client, t, locale } = panel;
  const isFixed = hours.editable === false;
  const set = (change: Partial<QuietHours>): void => panel.run(client.preferences.setQuietHours(change));
  const time = (key: TextKey, name: 'start' | 'end'): Child => h('label', { key: name }, t(key), h('input', {
    type: 'time', required: true, disabled: isFixed, '.value': hours[name],
    // An empty or half-written time is not a choice.
    onchange: (event: Event) => {
      const { value } = event.target as HTMLInputElement;
      if (value && value !== hours[name]) set({ [name]: value });
    },
  }));
  return [
    setting(panel, {
      key: 'quiet', icon: 'moon', name: t('quiet.switch'), hint: t(isFixed ? 'quiet.fixed' : 'quiet.hint'),
      isOn: hours.enabled, isLocked: isFixed, keys: [], change: (enabled) => set({ enabled }),
    },
    hours.enabled && h('div', { key: 'times', class: 'indent times' }, time('quiet.from', 'start'), time('quiet.to', 'end'),
      hours.timeZone && h('span', { class: 'soft small' }, zoneName(locale.tag, hours.timeZone))),
    failures(panel, ['quietHours'])),
  ];
}

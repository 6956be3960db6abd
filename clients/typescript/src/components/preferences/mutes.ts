import type { NotificationPreferences } from '../../core/model/Preferences.js';
import { muteEnd, muteName, muteTimes } from '../../words/preferences.js';
import { button } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import type { Panel } from './Panel.js';
import { failures } from './settings.js';

/** Mutes everything for a while (R091), and lists what is muted with its end. */
export function muteItems(panel: Panel, value: NotificationPreferences): Child {
  const { client, dates, icon, t } = panel;
  const all = value.mutes.find((mute) => mute.scope === 'all');
  const others = value.mutes.filter((mute) => mute !== all);
  const keys = panel.view.failures.map((failure) => failure.key).filter((key) => /^(un)?mute/.test(key));
  return [
    h('div', { key: 'all', class: 'item', role: 'group', 'aria-label': t('mute.all') },
      h('div', { class: 'head' }, icon('mute'),
        h('span', { class: 'grow' }, h('span', { class: 'name' }, t(all ? 'mute.allMuted' : 'mute.all')),
          h('span', { class: 'soft small' }, all ? muteEnd(t, dates, all) : t('mute.allHint'))),
        all && button('primary', () => panel.run(client.preferences.unmute(all.id)), {}, t('mute.end'))),
      !all && h('div', { class: 'indent line' }, muteTimes.map(([duration, key]) =>
        button('', () => panel.run(client.preferences.mute({ scope: 'all', for: duration })), { key: duration }, t(key)))),
      failures(panel, keys)),
    others.map((mute) => {
      const name = muteName(t, mute, value, client.inbox.view.get().items);
      const end = (): void => panel.run(client.preferences.unmute(mute.id));
      return h('div', { key: mute.id, class: 'item' },
        h('div', { class: 'head' }, icon('mute'),
          h('span', { class: 'grow' }, h('span', { class: 'name', dir: 'auto' }, name),
            h('span', { class: 'soft small' }, muteEnd(t, dates, mute))),
          button('', end, { 'aria-label': `${t('mute.end')}: ${name}` }, t('mute.end'))));
    }),
  ];
}

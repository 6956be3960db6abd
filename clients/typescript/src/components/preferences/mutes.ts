import type { Mute, NotificationPreferences } from '../../core/model/Preferences.js';
import { button } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { muteTimes } from '../inbox/row.js';
import type { Panel } from './Panel.js';
import { failures } from './settings.js';

/** Mutes everything for a while (R091), and lists what is muted with its end. */
export function muteItems(panel: Panel, value: NotificationPreferences): Child {
  const { client, icon, t } = panel;
  const all = value.mutes.find((mute) => mute.scope === 'all');
  const others = value.mutes.filter((mute) => mute !== all);
  const keys = panel.view.failures.map((failure) => failure.key).filter((key) => /^(un)?mute/.test(key));
  return [
    h('div', { key: 'all', class: 'item', role: 'group', 'aria-label': t('mute.all') },
      h('div', { class: 'head' }, icon('mute'),
        h('span', { class: 'grow' }, h('span', { class: 'name' }, t(all ? 'mute.allMuted' : 'mute.all')),
          h('span', { class: 'soft small' }, all ? until(panel, all) : t('mute.allHint'))),
        all && button('primary', () => panel.run(client.preferences.unmute(all.id)), {}, t('mute.end'))),
      !all && h('div', { class: 'indent line' }, muteTimes.map(([duration, key]) =>
        button('', () => panel.run(client.preferences.mute({ scope: 'all', for: duration })), { key: duration }, t(key)))),
      failures(panel, keys)),
    others.map((mute) => {
      const name = nameOf(panel, value, mute);
      const end = (): void => panel.run(client.preferences.unmute(mute.id));
      return h('div', { key: mute.id, class: 'item' },
        h('div', { class: 'head' }, icon('mute'),
          h('span', { class: 'grow' }, h('span', { class: 'name', dir: 'auto' }, name),
            h('span', { class: 'soft small' }, until(panel, mute))),
          button('', end, { 'aria-label': `${t('mute.end')}: ${name}` }, t('mute.end'))));
    }),
  ];
}

function until({ t, dates }: Panel, mute: Mute): string {
  return mute.until ? t('mute.until', { time: dates.coming(Date.parse(mute.until), dates.now()) }) : t('mute.open');
}

/** A category by its title; a conversation by its latest notification, since its id means nothing to a user. */
function nameOf({ client, t }: Panel, value: NotificationPreferences, { scope, target }: Mute): string {
  if (scope === 'category') {
    const found = Object.entries(value.categories).find(([key, one]) => key === target || one.name === target);
    return found?.[1].title ?? '';
  }
  const latest = client.inbox.view.get().items.find((item) => item.thread === target);
  return latest ? t('mute.conversationWith', { title: latest.title }) : t('mute.conversation');
}

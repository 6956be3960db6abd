import type { CategoryPreference, NotificationPreferences } from '../../core/model/Preferences.js';
import { categoryHint, channelNames } from '../../words/preferences.js';
import { button } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import type { Panel } from './Panel.js';
import { setting } from './settings.js';

/** A switch for each category and, where the app has more than one channel, one for each of them. */
export function categoryItems(panel: Panel, value: NotificationPreferences): Child {
  return Object.entries(value.categories).map(([key, category]) => setting(panel, {
    key: `category-${key}`,
    icon: category.icon,
    name: category.title,
    hint: categoryHint(panel.locale, category),
    isOn: category.enabled,
    isLocked: category.locked,
    keys: [`category:${key}`],
    change: (isOn) => panel.run(panel.client.preferences.setCategory(key, { enabled: isOn })),
  }, channels(panel, key, category)));
}

function channels(panel: Panel, key: string, category: CategoryPreference): Child {
  const { client, icon, t } = panel;
  const offered = client.config.get()?.channels ?? [];
  if (offered.length < 2 || category.locked || !category.enabled) return null;
  const on = offered.filter((channel) => category.channels[channel]).map((channel) => t(channelNames[channel]));
  const isExpanded = panel.expanded === key;
  return h('div', { class: 'indent chips', role: 'group', 'aria-label': category.title },
    isExpanded
      ? offered.map((channel) => {
        const isOn = category.channels[channel];
        const change = (): void => panel.run(client.preferences.setCategory(key, { channels: { [channel]: !isOn } }));
        return button('', change, { key: channel, 'aria-pressed': isOn }, isOn && icon('check'), t(channelNames[channel]));
      })
      : button('quiet', () => panel.expand(key), { key: 'expand', 'aria-expanded': false },
        on.length ? on.join(', ') : t('preferences.noChannel'), icon('down')));
}

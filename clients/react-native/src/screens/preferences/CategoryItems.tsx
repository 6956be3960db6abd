import type { ReactElement } from 'react';
import { Pressable, View } from 'react-native';
import type { CategoryPreference, NotificationPreferences } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { categoryHint, channelNames } from 'peal-core/words';
import { Chip } from '../Chip.js';
import { Label } from '../Label.js';
import { useUI } from '../PealUI.js';
import type { Panel } from './Panel.js';
import { Setting } from './Setting.js';

/** A switch for each category and, where the app has more than one channel, one for each of them. */
export function CategoryItems({ panel, value }: { readonly panel: Panel; readonly value: NotificationPreferences }): ReactElement {
  const { locale } = useUI();
  return (
    <>
      {Object.entries(value.categories).map(([key, category], index) => (
        <Setting
          key={key} isFirst={index === 0} panel={panel} icon={category.icon} name={category.title} hint={categoryHint(locale, category)}
          isOn={category.enabled} isLocked={category.locked} keys={[`category:${key}`]}
          change={(isOn) => panel.run(panel.peal.preferences.setCategory(key, { enabled: isOn }))}
        >
          <ChannelChips panel={panel} name={key} category={category} />
        </Setting>
      ))}
    </>
  );
}

function ChannelChips({ panel, name, category }: { readonly panel: Panel; readonly name: string; readonly category: CategoryPreference }): ReactElement | null {
  const { theme: { colours, space, target }, components: { Icon }, t } = useUI();
  const { config, preferences } = panel.peal;
  const offered = useStore(config)?.channels ?? [];
  if (offered.length < 2 || category.locked || !category.enabled) return null;
  const on = offered.filter((channel) => category.channels[channel]).map((channel) => t(channelNames[channel]));
  const summary = on.length ? on.join(', ') : t('preferences.noChannel');
  if (panel.expanded !== name) {
    return (
      <Pressable
        accessibilityRole="button"
        accessibilityLabel={`${category.title}: ${summary}`}
        accessibilityState={{ expanded: false }}
        onPress={() => panel.expand(name)}
        style={{ flexDirection: 'row', alignItems: 'center', gap: space.xs, minHeight: target, marginVertical: -space.s, paddingStart: 22 + space.m }}
      >
        <Label kind="small" weight="500" color={colours.link}>{summary}</Label>
        <Icon name="down" size={18} color={colours.link} />
      </Pressable>
    );
  }
  return (
    <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: space.s, paddingStart: 22 + space.m }}>
      {offered.map((channel) => {
        const isOn = category.channels[channel];
        return (
          <Chip
            key={channel} title={t(channelNames[channel])} isOn={isOn} role="checkbox" accessibilityLabel={`${category.title}: ${t(channelNames[channel])}`}
            onPress={() => panel.run(preferences.setCategory(name, { channels: { [channel]: !isOn } }))}
          />
        );
      })}
    </View>
  );
}

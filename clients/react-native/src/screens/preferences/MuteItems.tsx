import type { ReactElement } from 'react';
import { View } from 'react-native';
import type { Mute, NotificationPreferences } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { muteEnd, muteName, muteTimes } from 'peal-core/words';
import { Label } from '../Label.js';
import { Item } from '../pieces.js';
import { useUI } from '../PealUI.js';
import type { Panel } from './Panel.js';
import { Failures } from './Setting.js';

export interface MuteItemsProps {
  readonly panel: Panel;
  readonly value: NotificationPreferences;
  readonly isFirst: boolean;
}

/** Mutes everything for a while (R091), and lists what is muted with its end. */
export function MuteItems({ panel, value, isFirst }: MuteItemsProps): ReactElement {
  const { theme: { space }, components: { Button }, t } = useUI();
  const { preferences, inbox } = panel.peal;
  const { items } = useStore(inbox.view);
  const all = value.mutes.find((mute) => mute.scope === 'all');
  const keys = panel.view.failures.map(({ key }) => key).filter((key) => /^(un)?mute/.test(key));
  return (
    <>
      <Item isFirst={isFirst}>
        {all
          ? <MutedRow panel={panel} mute={all} name={t('mute.allMuted')} />
          : <MuteHead name={t('mute.all')} hint={t('mute.allHint')} />}
        {all ? null : (
          <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.s, paddingStart: 22 + space.m, paddingBottom: space.s }}>
            {muteTimes.map(([duration, key]) => (
              <Button
                key={duration} title={t(key)} accessibilityLabel={`${t('mute.all')}: ${t(key)}`}
                onPress={() => panel.run(preferences.mute({ scope: 'all', for: duration }))}
              />
            ))}
          </View>
        )}
        <Failures panel={panel} keys={keys} />
      </Item>
      {value.mutes.filter((mute) => mute !== all).map((mute) => (
        <Item key={mute.id}><MutedRow panel={panel} mute={mute} name={muteName(t, mute, value, items)} /></Item>
      ))}
    </>
  );
}

function MuteHead({ name, hint }: { readonly name: string; readonly hint: string }): ReactElement {
  const { theme: { colours, space, target }, components: { Icon } } = useUI();
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center', gap: space.m, minHeight: target }}>
      <Icon name="mute" size={22} color={colours.soft} />
      <View style={{ flex: 1 }}>
        <Label weight="500">{name}</Label>
        <Label kind="small" soft>{hint}</Label>
      </View>
    </View>
  );
}

function MutedRow({ panel, mute, name }: { readonly panel: Panel; readonly mute: Mute; readonly name: string }): ReactElement {
  const { theme: { space }, components: { Button }, t, dates } = useUI();
  return (
    <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s }}>
      <View style={{ flex: 1, flexBasis: 180 }}><MuteHead name={name} hint={muteEnd(t, dates, mute)} /></View>
      <Button title={t('mute.end')} accessibilityLabel={`${t('mute.end')}: ${name}`} onPress={() => panel.run(panel.peal.preferences.unmute(mute.id))} />
    </View>
  );
}

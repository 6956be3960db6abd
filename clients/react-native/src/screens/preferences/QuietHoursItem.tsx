import { useState, type ReactElement } from 'react';
import { Pressable, View } from 'react-native';
import type { QuietHours } from 'peal-core';
import { zoneName } from 'peal-core/words';
import { Label } from '../Label.js';
import { useUI } from '../PealUI.js';
import { clockTime } from '../texts.js';
import type { Panel } from './Panel.js';
import { Setting } from './Setting.js';

type End = 'start' | 'end';

/** From when to when no push arrives, in the user's zone (R088). */
export function QuietHoursItem({ panel, hours }: { readonly panel: Panel; readonly hours: QuietHours }): ReactElement {
  const { theme: { space }, components: { TimePicker }, t, locale } = useUI();
  const [picking, setPicking] = useState<End | null>(null);
  const isFixed = hours.editable === false;
  const set = (change: Partial<QuietHours>): void => panel.run(panel.peal.preferences.setQuietHours(change));
  return (
    <Setting
      isFirst panel={panel} icon="moon" name={t('quiet.switch')} hint={t(isFixed ? 'quiet.fixed' : 'quiet.hint')} isOn={hours.enabled}
      isLocked={isFixed} keys={['quietHours']} change={(enabled) => set({ enabled })}
    >
      {hours.enabled ? (
        <View style={{ paddingStart: 22 + space.m, paddingBottom: space.s, gap: space.s }}>
          <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.m }}>
            <TimeButton title={t('quiet.from')} time={hours.start} isFixed={isFixed} onPress={() => setPicking('start')} />
            <TimeButton title={t('quiet.to')} time={hours.end} isFixed={isFixed} onPress={() => setPicking('end')} />
          </View>
          {hours.timeZone ? <Label kind="small" soft>{zoneName(locale.tag, hours.timeZone)}</Label> : null}
        </View>
      ) : null}
      {picking ? (
        <TimePicker
          title={t(picking === 'start' ? 'quiet.from' : 'quiet.to')} value={hours[picking]}
          onChange={(time) => set({ [picking]: time })} onClose={() => setPicking(null)}
        />
      ) : null}
    </Setting>
  );
}

interface TimeButtonProps {
  readonly title: string;
  readonly time: string;
  readonly isFixed: boolean;
  readonly onPress: () => void;
}

function TimeButton({ title, time, isFixed, onPress }: TimeButtonProps): ReactElement {
  const { theme: { colours, space, radius, target }, locale } = useUI();
  const shown = clockTime(locale, time);
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={`${title}: ${shown}`}
      accessibilityState={{ disabled: isFixed }}
      disabled={isFixed}
      onPress={onPress}
      style={{
        minHeight: target, flexDirection: 'row', alignItems: 'center', gap: space.s, paddingHorizontal: space.m, borderWidth: 1,
        borderRadius: radius.s, borderColor: colours.line, backgroundColor: colours.surface,
      }}
    >
      <Label kind="small" soft>{title}</Label>
      <Label weight="600" color={isFixed ? colours.soft : colours.ink}>{shown}</Label>
    </Pressable>
  );
}

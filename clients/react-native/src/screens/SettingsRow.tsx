import type { ReactElement } from 'react';
import { Pressable, View } from 'react-native';
import type { PealClient } from 'peal-core';
import { usePreferences } from 'peal-core/hooks';
import { enabledText } from 'peal-core/words';
import { Label } from './Label.js';
import { Count } from './pieces.js';
import { useUI } from './PealUI.js';
import { withPeal } from './withPeal.js';

export interface SettingsRowProps {
  /** Leads to the preference screen. */
  readonly onPress: () => void;
}

/** "Notifications" for the app's own settings, with how many categories are enabled (S0.AC1.1). */
export const SettingsRow = withPeal<SettingsRowProps>(Row, 'SettingsRow');

function Row({ onPress }: SettingsRowProps & { readonly peal: PealClient }): ReactElement {
  const { theme: { colours, space, target }, components: { Icon }, t } = useUI();
  const { value } = usePreferences();
  const count = value && enabledText(t, value);
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={[t('inbox.title'), count].filter(Boolean).join(', ')}
      onPress={onPress}
      style={({ pressed }) => ({
        flexDirection: 'row', alignItems: 'center', gap: space.m, minHeight: target + space.s, paddingHorizontal: space.l, paddingVertical: space.s,
        backgroundColor: pressed ? colours.sunken : colours.surface,
      })}
    >
      <Icon name="bell" size={22} color={colours.soft} />
      <View style={{ flex: 1 }}>
        <Label weight="500">{t('inbox.title')}</Label>
        {count ? <Label kind="small" soft>{count}</Label> : null}
      </View>
      {value ? <Count value={value.enabledCount} /> : null}
    </Pressable>
  );
}

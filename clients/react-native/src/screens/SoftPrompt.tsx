import { useEffect, useState, type ReactElement } from 'react';
import { View } from 'react-native';
import type { PealClient } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { Label } from './Label.js';
import { Mark } from './pieces.js';
import { useUI } from './PealUI.js';
import { withPeal } from './withPeal.js';

export interface SoftPromptProps {
  /** The link of the screen that it is on, unless the app says `screenViewed` itself. */
  readonly screen?: string;
}

/** After a denial, on one of the catalog's screens: how to allow notifications again (R026). Shows nothing while it is not due. */
export const SoftPrompt = withPeal<SoftPromptProps>(Card, 'SoftPrompt');

function Card({ peal, screen }: SoftPromptProps & { readonly peal: PealClient }): ReactElement | null {
  const { theme: { colours, space, radius }, components: { Button }, t } = useUI();
  const { permission } = peal;
  const { softPrompt } = useStore(permission.view);
  const [isExplained, setExplained] = useState(false);
  useEffect(() => {
    if (screen !== undefined) permission.screen(screen);
  }, [permission, screen]);
  if (!softPrompt) return null;
  const later = (): void => {
    setExplained(false);
    permission.dismiss();
  };
  return (
    <View
      style={{
        flexDirection: 'row', gap: space.m, padding: space.l, borderWidth: 1, borderColor: colours.line, borderRadius: radius.m,
        backgroundColor: colours.surface,
      }}
    >
      <Mark icon="mute" />
      <View style={{ flex: 1, gap: space.xs }}>
        <Label weight="600" accessibilityRole="header">{softPrompt.text ?? t('permission.enable')}</Label>
        <Label kind="small" soft>{`${t('permission.blocked')}.`}</Label>
        {isExplained ? <Label kind="small" accessibilityLiveRegion="polite">{t('permission.howPhone')}</Label> : null}
        <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.s, paddingTop: space.s }}>
          {permission.canOpenSettings
            ? <Button kind="primary" title={t('permission.settings')} onPress={() => permission.openSettings()} />
            : isExplained ? null : <Button kind="primary" title={t('permission.how')} onPress={() => setExplained(true)} />}
          <Button title={t('permission.later')} onPress={later} />
        </View>
      </View>
    </View>
  );
}

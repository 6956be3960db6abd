import { useEffect, useRef, useState, type ReactElement } from 'react';
import { AppState, ScrollView, View } from 'react-native';
import type { NotificationPreferences, PealClient } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { enabledText } from 'peal-core/words';
import { Label } from './Label.js';
import { Section } from './pieces.js';
import { useUI } from './PealUI.js';
import { CategoryItems } from './preferences/CategoryItems.js';
import { MuteItems } from './preferences/MuteItems.js';
import type { Panel } from './preferences/Panel.js';
import { PermissionItems } from './preferences/PermissionItems.js';
import { QuietHoursItem } from './preferences/QuietHoursItem.js';
import { Failures } from './preferences/Setting.js';
import { Sheet } from './Sheet.js';
import { Failed, LoadingRows, Notice } from './states.js';
import { useMessages } from './useMessages.js';
import { withPeal } from './withPeal.js';

export interface PreferencesScreenProps {
  /** The app's own heading says it already. */
  readonly hideTitle?: boolean;
}

/** Permission, channels, categories, quiet hours and mutes. Each change is shown immediately and saved as it is made (S0.AC1). */
export const PreferencesScreen = withPeal<PreferencesScreenProps>(Preferences, 'PreferencesScreen');

function Preferences({ peal, hideTitle }: PreferencesScreenProps & { readonly peal: PealClient }): ReactElement {
  const { theme: { colours, space }, t } = useUI();
  const { say, run, message } = useMessages();
  const view = useStore(peal.preferences.view);
  const isOffline = !useStore(peal.outbox).isOnline;
  const [expanded, expand] = useState<string | null>(null);
  const [isExplained, setExplained] = useState(false);
  useFresh(peal, run);
  useSaved(view.savedAt, () => say(t('preferences.saved')));
  const panel: Panel = { peal, view, run, expanded, expand, isExplained, explainHow: () => setExplained(true) };
  const load = (): void => run(peal.preferences.load());
  const { value } = view;
  return (
    <View style={{ flex: 1, backgroundColor: colours.page }}>
      <ScrollView
        style={{ flex: 1 }}
        contentContainerStyle={{ width: '100%', maxWidth: 720, alignSelf: 'center', padding: space.l, paddingBottom: 88, gap: space.xl }}
      >
        <View style={{ gap: 2 }}>
          {hideTitle ? null : <Label kind="title" weight="700" accessibilityRole="header">{t('preferences.title')}</Label>}
          {value ? <Label kind="small" soft>{enabledText(t, value)}</Label> : null}
        </View>
        {view.isQueued ? <Notice tone="yellow" text={t('preferences.queued')} />
          : value && view.isStale && isOffline ? <Notice tone="yellow" text={t('preferences.cached')} />
            : value && view.isStale && view.status === 'failed' ? <Notice tone="red" text={t('failed')} retry={load} /> : null}
        {value ? <Sections panel={panel} value={value} />
          : view.status === 'failed' ? <Failed error={view.error} isOffline={isOffline} retry={load} />
            : <LoadingRows />}
      </ScrollView>
      {message}
    </View>
  );
}

function Sections({ panel, value }: { readonly panel: Panel; readonly value: NotificationPreferences }): ReactElement {
  const { components: { Button }, t, theme: { space } } = useUI();
  const [isResetting, setResetting] = useState(false);
  const { preferences } = panel.peal;
  const reset = (): void => {
    setResetting(false);
    panel.run(preferences.reset());
  };
  return (
    <>
      <Section title={t('preferences.push')}><PermissionItems panel={panel} value={value} /></Section>
      <Section title={t('preferences.categories')}><CategoryItems panel={panel} value={value} /></Section>
      <Section title={t('preferences.when')}>
        {value.quietHours ? <QuietHoursItem panel={panel} hours={value.quietHours} /> : null}
        <MuteItems panel={panel} value={value} isFirst={!value.quietHours} />
      </Section>
      <View style={{ gap: space.s }}>
        <Button isWide title={t('preferences.reset')} disabled={panel.view.saving.includes('reset')} onPress={() => setResetting(true)} />
        <Failures panel={panel} keys={['reset']} />
      </View>
      {isResetting ? (
        <Sheet
          title={t('preferences.resetTitle')}
          onClose={() => setResetting(false)}
          foot={<>
            <Button kind="primary" isWide title={t('preferences.reset')} onPress={reset} />
            <Button isWide title={t('cancel')} onPress={() => setResetting(false)} />
          </>}
        >
          <Label soft>{t('preferences.resetText')}</Label>
        </Sheet>
      ) : null}
    </>
  );
}

/** Reads the preferences, and the permission again each time the user comes back: it may have changed in the settings. */
function useFresh(peal: PealClient, run: (work: Promise<unknown>) => void): void {
  useEffect(() => {
    // A failure is in the view.
    peal.preferences.load().catch(() => undefined);
    const refresh = (): void => run(Promise.resolve(peal.permission.refresh()));
    refresh();
    const returns = AppState.addEventListener('change', (state) => state === 'active' && refresh());
    return () => returns.remove();
  }, [peal, run]);
}

/** Calls back after each change that was saved while the screen is shown. */
function useSaved(savedAt: number | null, saved: () => void): void {
  const before = useRef(savedAt);
  useEffect(() => {
    if (savedAt !== null && savedAt !== before.current) saved();
    before.current = savedAt;
  });
}

import type { ReactElement } from 'react';
import { View } from 'react-native';
import type { NotificationPreferences } from 'peal-core';
import { useStore } from 'peal-core/hooks';
import { permissionWords } from 'peal-core/words';
import { Label } from '../Label.js';
import { Item, Pill } from '../pieces.js';
import { useUI } from '../PealUI.js';
import type { Panel } from './Panel.js';
import { Setting } from './Setting.js';

/** Without the permission, the master switch asks for it first (R033). */
async function turnPush(panel: Panel, isOn: boolean): Promise<void> {
  const { permission, preferences } = panel.peal;
  const before = permission.view.get().state;
  if (isOn && before !== 'granted' && before !== 'provisional') {
    const state = before === 'denied' ? before : await permission.ask();
    if (state === 'denied') panel.explainHow();
    if (state !== 'granted' && state !== 'provisional') return;
    if (preferences.view.get().value?.globalSettings.pushEnabled) return;
  }
  await preferences.setGlobal({ pushEnabled: isOn });
}

/** The master switch, the status of the permission, and the switches of the app's other channels. */
export function PermissionItems({ panel, value }: { readonly panel: Panel; readonly value: NotificationPreferences }): ReactElement {
  const { t } = useUI();
  const { config, permission, preferences } = panel.peal;
  const { state } = useStore(permission.view);
  const channels = useStore(config)?.channels ?? ['push'];
  const isGranted = state === 'granted' || state === 'provisional';
  const { pushEnabled, inAppEnabled, emailEnabled } = value.globalSettings;
  return (
    <>
      <Setting
        isFirst panel={panel} icon="bell" name={t('preferences.master')} hint={t('preferences.masterHint')}
        isOn={pushEnabled && isGranted} keys={['global:pushEnabled']} change={(isOn) => panel.run(turnPush(panel, isOn))}
      />
      <PermissionStatus panel={panel} />
      {channels.includes('inApp') ? (
        <Setting
          panel={panel} icon="chat" name={t('preferences.inApp')} isOn={inAppEnabled} keys={['global:inAppEnabled']}
          change={(isOn) => panel.run(preferences.setGlobal({ inAppEnabled: isOn }))}
        />
      ) : null}
      {channels.includes('email') ? (
        <Setting
          panel={panel} icon="mail" name={t('preferences.email')} isOn={emailEnabled} keys={['global:emailEnabled']}
          change={(isOn) => panel.run(preferences.setGlobal({ emailEnabled: isOn }))}
        />
      ) : null}
    </>
  );
}

/** S0.AC6.4 and S0.AC6.5: "Granted", "Denied" or "Not Determined", and after a denial the way to the settings. */
function PermissionStatus({ panel }: { readonly panel: Panel }): ReactElement {
  const { theme: { colours, space, target }, components: { Button, Icon }, t } = useUI();
  const { permission } = panel.peal;
  const { state } = useStore(permission.view);
  const [word, tone] = permissionWords[state];
  const isGranted = state === 'granted' || state === 'provisional';
  const isDenied = state === 'denied';
  const open = (): void => (permission.canOpenSettings ? permission.openSettings() : panel.explainHow());
  return (
    <Item>
      <View
        accessible accessibilityLabel={`${t('permission.status')}: ${t(word)}`}
        style={{
          flexDirection: 'row', alignItems: 'center', gap: space.m, minHeight: target,
        }}
      >
        <Icon name="info" size={22} color={colours.soft} />
        <View style={{ flex: 1, flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: space.xs }}>
          <Label weight="500">{t('permission.status')}</Label>
          <Pill tone={tone || 'gray'} text={t(word)} />
        </View>
      </View>
      {isGranted ? null : <Label kind="small" soft>{t(isDenied ? 'permission.fallback' : 'permission.askHint')}</Label>}
      {isDenied && (permission.canOpenSettings || !panel.isExplained) ? (
        <View style={{ paddingVertical: space.s }}><Button kind="primary" isWide title={t('permission.enable')} onPress={open} /></View>
      ) : null}
      {isDenied && panel.isExplained ? <Label kind="small" accessibilityLiveRegion="polite">{t('permission.howPhone')}</Label> : null}
    </Item>
  );
}

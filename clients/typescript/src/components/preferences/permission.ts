import type { NotificationPreferences } from '../../core/model/Preferences.js';
import { permissionWords } from '../../words/preferences.js';
import { button } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import { howToAllow } from '../permission/howTo.js';
import type { Panel } from './Panel.js';
import { setting } from './settings.js';

/** The master switch, the status of the permission, and the switches of the app's other channels. */
export function permissionItems(panel: Panel, value: NotificationPreferences): Child {
  const { client, icon, t } = panel;
  const { state } = client.permission.view.get();
  const channels = client.config.get()?.channels ?? ['push'];
  const isGranted = state === 'granted' || state === 'provisional';
  const global = value.globalSettings;
  const [word, colour] = permissionWords[state];
  return [
    setting(panel, {
      key: 'global-push', icon: 'bell', name: t('preferences.master'), hint: t('preferences.masterHint'),
      isOn: global.pushEnabled && isGranted, keys: ['global:pushEnabled'],
      change: (isOn) => panel.run(change(panel, isOn)),
    }),
    h('div', { key: 'status', class: 'item', part: 'permission' },
      h('div', { class: 'head' }, icon('info'),
        h('span', { class: 'grow' }, h('span', { class: 'name' }, t('permission.status')),
          !isGranted && h('span', { class: 'soft small' }, t(state === 'denied' ? 'permission.fallback' : 'permission.askHint'))),
        h('span', { class: `pill ${colour}` }, t(word))),
      state === 'denied' && (client.permission.canOpenSettings || !panel.isExplained) && h('div', { class: 'line' },
        button('primary', () => openSettings(panel), {}, t('permission.enable'))),
      h('div', { key: 'how', role: 'status' }, state === 'denied' && panel.isExplained && h('p', { class: 'steps' }, t(howToAllow())))),
    channels.includes('inApp') && setting(panel, {
      key: 'global-inApp', icon: 'chat', name: t('preferences.inApp'), hint: null, isOn: global.inAppEnabled,
      keys: ['global:inAppEnabled'], change: (isOn) => panel.run(client.preferences.setGlobal({ inAppEnabled: isOn })),
    }),
    channels.includes('email') && setting(panel, {
      key: 'global-email', icon: 'mail', name: t('preferences.email'), hint: null, isOn: global.emailEnabled,
      keys: ['global:emailEnabled'], change: (isOn) => panel.run(client.preferences.setGlobal({ emailEnabled: isOn })),
    }),
  ];
}

/** Without the permission, the master switch asks for it first (R033). */
async function change(panel: Panel, isOn: boolean): Promise<void> {
  const { permission, preferences } = panel.client;
  const before = permission.view.get().state;
  if (isOn && before !== 'granted' && before !== 'provisional') {
    const state = before === 'denied' ? before : await permission.ask();
    if (state === 'denied') panel.explainHow();
    if (state !== 'granted' && state !== 'provisional') return;
    if (preferences.view.get().value?.globalSettings.pushEnabled) return;
  }
  await preferences.setGlobal({ pushEnabled: isOn });
}

function openSettings(panel: Panel): void {
  if (panel.client.permission.canOpenSettings) panel.client.permission.openSettings();
  else panel.explainHow();
}

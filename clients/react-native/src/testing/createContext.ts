import { behaviour, Table } from './behaviour.js';
import type { PhoneContext } from './Context.js';
import type { PhoneOptions } from './Options.js';
import { Received } from './Received.js';
import { Categories } from './system/Categories.js';
import { Channels } from './system/Channels.js';
import { Network } from './system/Network.js';
import { Permission } from './system/Permission.js';
import { PushTokens } from './system/PushTokens.js';
import { Screen } from './system/Screen.js';
import { Stores } from './system/Stores.js';

/** The parts of a phone that outlive the app's process. */
export function createContext(
  options: PhoneOptions, lock: () => { readonly isLocked: boolean; readonly wasUnlocked: boolean },
): PhoneContext {
  const { platform, clock, face = 'expo', expoSdk = 54 } = options;
  const osVersion = options.osVersion ?? (platform === 'android' ? 35 : 18);
  const table = new Table(options.behaviour ?? behaviour);
  const received = new Received();
  const screen = new Screen(platform === 'ios' || table.has('android.tag.replaces'));
  const channels = new Channels(table, () => options.hasPolicyAccess === true);
  const categories: Categories = new Categories(table, () => {
    if (!table.has('ios.category.before-push')) screen.relabel(({ category, buttons }) => categories.find(category, face === 'expo')?.buttons ?? buttons);
  });
  const permission = new Permission({
    platform, osVersion, table, received, hasChannel: () => channels.all.length > 0,
    hasCriticalEntitlement: options.hasCriticalEntitlement === true,
  }, options.permission);
  let ids = 0;
  return {
    options, platform, face, osVersion, expoSdk, clock, table, received, screen, permission, channels, categories,
    tokens: new PushTokens(table, options.tokens), stores: new Stores(platform, table, lock),
    network: new Network(options.isOnline !== false, platform, table, clock),
    kept: { tasks: new Set(), lastResponse: null, initialMessage: null, initialNotification: null, isRegistered: false },
    isLocked: () => lock().isLocked,
    openSettings: (page) => void received.settings.push(page),
    nextId: () => `phone-${(ids += 1)}`,
  };
}

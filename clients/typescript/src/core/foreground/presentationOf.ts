import type { AppState, ClientConfig, Presentation } from '../model/ClientConfig.js';
import type { Priority } from '../model/Notification.js';

/** How the catalog wants a priority shown (R097, R130); before it is read, a banner in the app and the system's way outside. */
export const presentationOf = (config: ClientConfig | null, state: AppState, priority: Priority): Presentation =>
  (config?.presentation[state] || {})[priority] || (state === 'foreground' ? 'banner' : 'system');

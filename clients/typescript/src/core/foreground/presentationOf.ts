import type { AppState, ClientConfig, Presentation } from '../model/ClientConfig.js';
import type { Priority } from '../model/Notification.js';

/** How the catalog wants a notification shown: its type's own way, or its priority's (R097, R130). Before it is read: a banner. */
export const presentationOf = (
  config: ClientConfig | null, state: AppState, { type, priority }: { readonly type?: string; readonly priority: Priority },
): Presentation => {
  const { presentation = {}, types = [] }: Partial<ClientConfig> = config || {};
  const own = types.find(({ id }) => id === type);
  return (own && own.presentation) || (presentation[state] || {})[priority] || (state === 'foreground' ? 'banner' : 'system');
};

import type { Core } from '../Context.js';
import type { Replies } from '../PealClient.js';
import { createSay } from './createSay.js';

/** Actions of notifications, by their token where there is one: it works without a session (R191–R197). */
export function createReplies(core: Core): Replies {
  const say = createSay(core, 'reply');
  return {
    async take(notification, action) {
      const path = `/notifications/${encodeURIComponent(notification)}/actions/${encodeURIComponent(action.id)}`;
      const result = await say(path, {}, action);
      // The link of an `open-app` button is opened by its tap.
      if (result.link && action.kind !== 'open-app') {
        await core.client.links.handle({ source: 'banner', state: 'foreground', link: result.link });
      }
      return result;
    }
  };
}

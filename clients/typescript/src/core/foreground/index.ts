import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import { mark } from '../inbox/mark.js';
import { logged } from '../logged.js';
import type { AppState, ClientConfig, Presentation } from '../model/ClientConfig.js';
import type { Notification, Priority } from '../model/Notification.js';
import type { Banner, Foreground, LiveMessage } from '../PealClient.js';
import { parsePayload } from './parsePayload.js';

/** So many banners are kept. */
const longestList = 20;
/** So many ids are kept, so that a push and the stream do not show the same notification twice. */
const longestMemory = 500;
/** So many malformed payloads are claimed in an hour. */
const claims = 10;
const hour = 3_600_000;
const kind = 'malformed';

type Shown = Pick<Banner, 'id' | 'title' | 'body' | 'priority'> & Partial<Banner> & { readonly type?: string };

/** Forgets the oldest id. */
function trim(ids: Set<string> | Map<string, number>): void {
  if (ids.size > longestMemory) ids.delete([...ids.keys()][0]!);
}

/** How the catalog wants a notification shown: its type's own way, or its priority's (R097, R130). Before it is read: a banner. */
export const presentationOf = (
  config: ClientConfig | null, state: AppState, { type, priority }: { readonly type?: string; readonly priority: Priority },
): Presentation => {
  const { presentation = {}, types = [] }: Partial<ClientConfig> = config || {};
  const own = types.find(({ id }) => id === type);
  return (own && own.presentation) || (presentation[state] || {})[priority] || (state === 'foreground' ? 'banner' : 'system');
};

/** What arrives while the app is open: banners in place of the system's notifications (R130, R133). */
export function createForeground(core: Core): Foreground {
  const { outbox, hooks, config, user, platform: { clock, push } } = core;
  const banners = createStore<readonly Banner[]>([]);
  const known = new Set<string>();
  const claimed = new Map<string, number>();
  let unfollow: (() => void) | null = null;

  /** Whether the user sees what the app shows. */
  const isSeen = (): boolean => core.isActive() && (!core.platform.isVisible || core.platform.isVisible());

  function hide(...ids: string[]): boolean {
    const before = banners.get();
    const after = before.filter(({ id }) => !ids.includes(id));
    if (after.length === before.length) return false;
    banners.set(after);
    return true;
  }

  function show({ id, type, title, body, link = '', entity, priority, actions = [] }: Shown): void {
    const presentation = presentationOf(config.get(), 'foreground', { type, priority });
    if (known.has(id)) return;
    known.add(id);
    trim(known);
    if (presentation !== 'banner' && presentation !== 'full-screen') return;
    // From here, since the inbox may not have the notification, or not any more.
    const replies = actions.some(({ kind, type }) => (kind || type) === 'quick-reply') && { actions };
    banners.update(list => [...list, { id, title, body, link, entity, priority, presentation, ...replies }].slice(-longestList));
  }

  function isMuted({ category, thread, priority }: Notification): boolean {
    const { value } = core.client.preferences.view.get();
    const { categories = [] } = config.get() || {};
    const isCategory = (target?: string): boolean =>
      target === category || categories.some(({ key, name }) => key === target && name === category);
    return priority !== 'critical' && !!value && value.mutes.some(({ scope, target, until }) =>
      (until === null || Date.parse(until) > clock.now()) &&
      (scope === 'all' || (scope === 'thread' ? target === thread : isCategory(target))));
  }

  function message({ kind: what, data }: LiveMessage): void {
    const row = data as Notification & { readonly removed?: boolean };
    const isOver = row.removed || row.readAt;
    if (what === 'notification.changed' && isOver) hide(row.id);
    if (what !== 'notification.created' && what !== 'alert.raised') return;
    if (!isOver && !row.seenAt && isSeen() && !isMuted(row)) show(row);
  }

  function follow(): void {
    // Only an app with an inbox has a stream.
    const { inbox = false } = (user.get() !== null && (config.get() || { features: {} }).features) || {};
    if (inbox) unfollow = unfollow || core.client.live.follow('inbox', { message, poll: () => Promise.resolve() });
    else end();
  }
  function end(): void {
    if (unfollow) unfollow();
    unfollow = null;
  }
  config.subscribe(follow);
  hooks.session.on(() => {
    end();
    banners.set([]);
    known.clear();
  });
  hooks.active.on(follow);
  hooks.stopped.on(end);

  // An app without an inbox has no other place for what no push brought (S3.Err-2). What is shown is reported, and not sent again.
  hooks.synced.on(({ missed: { items = [] } }) => {
    for (const item of items) {
      if (known.has(item.id) || !isSeen()) continue;
      show({ ...item, priority: 'normal' });
      mark(core, 'received', item.id).catch(logged(core, 'foreground.missed'));
    }
  });

  /** Claimed in the audit, once for each notification, and not too often: a sender that fails does so again and again. */
  async function claim(id: string | null): Promise<void> {
    const now = clock.now();
    const isOften = [...claimed.values()].filter(time => now - time < hour).length >= claims;
    const key = id || `${now} ${claimed.size}`;
    if (isOften || claimed.has(key) || user.get() === null) return;
    claimed.set(key, now);
    trim(claimed);
    await outbox.add(kind, key, { id });
  }
  outbox.handle<{ readonly id: string | null }>(kind, {
    request: ({ data: { id }, at }) => ({
      method: 'POST',
      path: '/analytics/notification-audit',
      body: { action: kind, channel: 'push', notificationId: id || undefined, timestamp: new Date(at).toISOString() }
    })
  });

  return {
    banners,
    async received(payload) {
      const parsed = parsePayload(payload);
      if (parsed.status !== 'ok') {
        // Others are of another sender, or of a later version.
        const isOurs = parsed.status === 'malformed';
        core.log(isOurs ? 'malformed-payload' : 'push.ignored', { id: parsed.id });
        return isOurs ? claim(parsed.id) : undefined;
      }
      const { peal, title, body } = parsed;
      const { op, id, badge, badgeVersion, cleared = [] } = peal;
      const { inbox, devices } = core.client;
      if (badge !== undefined && badgeVersion !== undefined) inbox.adoptBadge({ count: badge, version: badgeVersion });
      if (op === 'show') {
        if (isSeen()) show({ ...peal, title, body });
        await mark(core, 'received', id);
      }
      if (op === 'clear') {
        const ids = [id, ...cleared.map(item => item.id)];
        hide(...ids);
        const tags = cleared.flatMap(({ tag }) => tag || []);
        if (push && push.clear) push.clear(ids, tags).catch(logged(core, 'foreground.clear'));
      }
      if (op === 'sync') {
        await Promise.all([devices.sync(isSeen() ? 'foreground' : 'background'), core.isActive() && inbox.refresh()]);
      }
    },
    presentation(payload) {
      const parsed = parsePayload(payload);
      if (parsed.status !== 'ok' || parsed.peal.op !== 'show') return 'system';
      if (known.has(parsed.peal.id)) return 'silent';
      return presentationOf(config.get(), isSeen() ? 'foreground' : 'background', parsed.peal);
    },
    async tap(id) {
      const { link, entity } = banners.get().find(item => item.id === id) || ({} as Partial<Banner>);
      if (hide(id)) await core.client.links.handle({ source: 'banner', state: 'foreground', notification: id, link, entity });
    },
    async dismiss(id) {
      if (hide(id)) await core.client.inbox.dismissed(id);
    },
    hide: id => void hide(id)
  };
}

import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { Notification } from '../model/Notification.js';
import type { Banner, Foreground, LiveMessage } from '../PealClient.js';
import type { PealPayload } from './parsePayload.js';
import { parsePayload } from './parsePayload.js';
import { presentationOf } from './presentationOf.js';

/** So many banners and ids are kept. */
const longestList = 20;
const longestMemory = 200;
/** So many malformed payloads are claimed in an hour. */
const claims = 10;
const hour = 3_600_000;

const kind = 'malformed';
const receivedKind = 'received';

/** What arrives while the app is open: banners in place of the system's notifications (R130, R133). */
export function createForeground(core: Core): Foreground {
  const { outbox, hooks, platform: { clock, push, isVisible } } = core;
  const banners = createStore<readonly Banner[]>([]);
  const known = new Set<string>();
  const claimed = new Set<string>();
  let claimTimes: readonly number[] = [];

  /** Whether the id is new; the oldest ones are forgotten. */
  const isNew = (ids: Set<string>, id: string): boolean => {
    if (ids.has(id)) return false;
    ids.add(id);
    if (ids.size > longestMemory) ids.delete(ids.values().next().value!);
    return true;
  };
  const quiet = (work: Promise<unknown> | undefined): void => {
    work?.catch(error => core.log('foreground.failed', { error: String(error) }));
  };
  const hide = (ids: readonly string[]): void => {
    if (banners.get().some(({ id }) => ids.includes(id))) banners.update(list => list.filter(({ id }) => !ids.includes(id)));
  };

  function show(row: Pick<Notification, 'id' | 'title' | 'body' | 'priority'> & { readonly link?: string; readonly entity?: string }): void {
    const presentation = presentationOf(core.config.get(), 'foreground', row.priority);
    if (!isNew(known, row.id) || (presentation !== 'banner' && presentation !== 'full-screen')) return;
    const { id, title, body, link = '', entity, priority } = row;
    banners.update(list => [...list, { id, title, body, link, entity, priority, presentation }].slice(-longestList));
  }

  function isMuted({ category, thread, priority }: Notification): boolean {
    if (priority === 'critical') return false;
    const keys = (core.config.get()?.categories || []).filter(({ name }) => name === category).map(({ key }) => key);
    return (core.client.preferences.view.get().value?.mutes || []).some(({ scope, target, until }) =>
      (until === null || Date.parse(until) > clock.now()) &&
      (scope === 'all' || (scope === 'thread' ? target === thread : target === category || keys.includes(target!))));
  }

  function message({ kind: what, data }: LiveMessage): void {
    const row = data as Notification & { readonly removed?: boolean };
    if (what === 'notification.changed' && (row.removed || row.readAt)) return hide([row.id]);
    if (what !== 'notification.created' && what !== 'alert.raised') return;
    if (row.readAt || row.seenAt || (isVisible && !isVisible()) || isMuted(row)) return;
    show(row);
  }

  async function malformed(id: string | null): Promise<void> {
    core.log('malformed-payload', { id });
    const now = clock.now();
    claimTimes = claimTimes.filter(time => now - time < hour);
    if ((id && !isNew(claimed, id)) || claimTimes.length >= claims || core.user.get() === null) return;
    claimTimes = [...claimTimes, now];
    await outbox.add(kind, id || String(now), { id });
  }

  outbox.handle<{ readonly id: string | null }>(kind, {
    request: ({ data: { id }, at }) => ({
      method: 'POST',
      path: '/analytics/notification-audit',
      body: { action: 'malformed', channel: 'push', notificationId: id || undefined, timestamp: new Date(at).toISOString() }
    })
  });
  outbox.handle<string>(receivedKind, {
    request: ({ data: id }) => ({ method: 'POST', path: `/notifications/${encodeURIComponent(id)}/received`, as: 'either' })
  });

  let unfollow: (() => void) | null = null;
  const end = (): void => {
    unfollow?.();
    unfollow = null;
  };
  hooks.session.on(() => {
    end();
    banners.set([]);
    known.clear();
  });
  // Only an app with an inbox has a stream.
  const follow = (): void => {
    const hasInbox = core.user.get() !== null && core.config.get()?.features.inbox;
    if (!hasInbox) end();
    else if (!unfollow) unfollow = core.client.live.follow('inbox', { message, poll: () => Promise.resolve() });
  };
  core.config.subscribe(follow);
  hooks.active.on(follow);
  hooks.stopped.on(end);

  async function take(peal: PealPayload, title: string, body: string): Promise<void> {
    const { op, id, badge, badgeVersion, cleared = [] } = peal;
    if (badge !== undefined && badgeVersion !== undefined) core.client.inbox.adoptBadge({ count: badge, version: badgeVersion });
    if (op === 'show') {
      show({ ...peal, title, body });
      await outbox.add(receivedKind, id, id);
    } else if (op === 'clear') {
      const ids = [id, ...cleared.map(item => item.id)];
      hide(ids);
      quiet(push?.clear?.(ids));
    } else if (op === 'sync') {
      await Promise.all([core.client.devices.sync('foreground'), core.client.inbox.refresh()]);
    }
  }

  return {
    banners,
    async received(payload) {
      const parsed = parsePayload(payload);
      if (parsed.status === 'ok') return take(parsed.peal, parsed.title, parsed.body);
      if (parsed.status === 'malformed') return malformed(parsed.id);
      // Another sender's, or of a later version.
      core.log('push.ignored', { status: parsed.status });
    },
    async tap(id) {
      const banner = banners.get().find(item => item.id === id);
      if (!banner) return;
      hide([id]);
      await core.client.links.handle({
        source: 'banner', state: 'foreground', notification: id, link: banner.link || undefined, entity: banner.entity
      });
    },
    async dismiss(id) {
      if (!banners.get().some(item => item.id === id)) return;
      hide([id]);
      await core.client.inbox.dismissed(id);
    },
    hide: id => hide([id])
  };
}

/** The preference centre, as scenarios name it. */
export function preferencesOf({ running, window }) {
  const view = running.preferences.view.get();
  const { value } = view;
  return {
    status: view.status, isStale: view.isStale, isQueued: view.isQueued, saving: view.saving,
    saved: view.savedAt !== null && view.savedAt >= window.startedAt,
    failures: view.failures.map(({ key, error }) => ({ key, code: error.code })),
    error: view.error?.code ?? null,
    enabledCount: value?.enabledCount, global: value?.globalSettings, categories: value?.categories ?? null,
    quietHours: value?.quietHours, mutes: value?.mutes, syncedAt: value?.syncedAt,
  };
}

export function inboxOf({ running }) {
  const view = running.inbox.view.get();
  const rows = view.items.map(({ id }) => id);
  return {
    status: view.status, rows, rowCount: rows.length, first: rows[0], last: rows[rows.length - 1],
    unread: view.items.filter(({ readAt }) => !readAt).map(({ id }) => id),
    row: Object.fromEntries(view.items.map((item) => [item.id, item])),
    unreadCount: view.unreadCount, unseenCount: view.unseenCount, badge: view.badge.count, hasMore: view.hasMore,
    isLoadingMore: view.isLoadingMore, isStale: view.isStale, mode: view.mode, undo: view.undo, error: view.error?.code ?? null,
  };
}

/** The board that was opened last. */
export function boardOf({ boards }) {
  const view = [...boards.values()].pop().get();
  const rows = (view.board?.participants ?? []).map(({ userId, displayName, rsvpStatus, text, colour, checkedIn }) =>
    ({ user: userId, name: displayName, rsvp: rsvpStatus, text, colour, checkedIn }));
  return {
    status: view.status, phase: view.phase, mode: view.mode, changed: view.changed, error: view.error?.code ?? null,
    summary: view.board?.summary.text, remindersSent: view.board?.remindersSent, rows,
    row: Object.fromEntries(rows.map((row) => [row.user, row])),
  };
}

/** The server's state for the user of a device. */
export function serverOf(device, { server, devices: all }) {
  const user = device.user ?? all[0].setup.user;
  const { inbox, preferences } = server.person(user);
  const ids = (keep) => inbox.rows.filter(keep).map(({ id }) => id);
  const eta = Object.fromEntries(server.events.ids.map((event) =>
    [event, Object.fromEntries(server.events.users(event).map((one) => [one, server.events.latest(event, one)]))]));
  return {
    preferences: preferences.value(user), mutes: preferences.mutes, devices: server.devices.of(user), eta,
    changedAt: new Proxy({}, { get: (_, field) => preferences.changedAt(field) }),
    rows: ids(() => true), unread: ids(({ readAt }) => !readAt), unseen: ids(({ seenAt }) => !seenAt),
    replies: Object.fromEntries([...server.replies].map(([id, taken]) => [id, taken.length])),
  };
}

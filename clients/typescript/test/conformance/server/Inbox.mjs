import { notFound } from './problem.mjs';

/** One user's inbox: rows, marks, counts and the badge with its version. */
export class Inbox {
  #rows = new Map();
  #version = 0;
  #mode;
  #config;
  #clock;
  #emit;
  #made = 0;

  constructor({ mode, config, clock, emit }) {
    Object.assign(this, { user: null });
    this.#mode = mode;
    this.#config = config;
    this.#clock = clock;
    this.#emit = emit;
  }

  /** Adds a row of a scenario. */
  add(row, minutesAgo = 0) {
    const type = this.#config.types?.find(({ id }) => id === row.type);
    const category = this.#config.categories?.find(({ name }) => name === (row.category ?? type?.category));
    const actions = (row.buttons === false ? [] : type?.actions ?? []).map((action) => {
      const link = action.id === 'cant-make-it' ? `/events/${row.entity?.split('/')[1]}/cancel` : undefined;
      return { ...action, kind: action.type, ...(link ? { link, deepLink: link } : {}) };
    });
    const createdAt = this.#clock.iso(-minutesAgo * 60_000);
    this.#rows.set(row.id, {
      order: (this.#made += 1), removed: false, cleared: false, failed: row.failed ?? false,
      value: {
        id: row.id, userId: this.user, category: row.category ?? category?.name ?? 'other',
        title: row.title ?? `Title of ${row.id}`, body: row.body ?? `Body of ${row.id}`,
        data: { type: row.type, link: row.link }, channels: ['push', 'in-app'], actions,
        status: row.read ? 'read' : 'delivered', priority: row.priority ?? type?.priority ?? 'normal', createdAt, type: row.type,
        entity: row.entity, thread: row.thread, group: row.thread, link: row.link, alert: row.alert ?? false,
        why: row.why ?? 'You use this app.', seenAt: row.seen || row.read ? createdAt : undefined,
        readAt: row.read ? createdAt : undefined,
      },
    });
    this.#version += 1;
    return this.#rows.get(row.id).value;
  }

  get rows() {
    const shown = [...this.#rows.values()].filter((row) => !row.removed && !row.cleared);
    const isFirst = (one, other) => Number(other.value.alert) - Number(one.value.alert)
      || Date.parse(other.value.createdAt) - Date.parse(one.value.createdAt) || other.order - one.order;
    return shown.sort(isFirst).map((row) => row.value);
  }

  get(id) {
    const row = this.#rows.get(id);
    if (!row || row.removed) throw notFound();
    return row.value;
  }

  has(id) {
    return this.#rows.has(id);
  }

  isGone(id) {
    const row = this.#rows.get(id);
    return Boolean(row) && (row.removed || row.cleared || row.value.readAt !== undefined);
  }

  /** What no push brought, of an app without an inbox: at most five, the newest first. */
  missed(isWhole) {
    const failed = [...this.#rows.values()].filter((row) => row.failed && !row.removed);
    const rows = failed.sort((one, other) => other.order - one.order).slice(0, 5).map((row) => row.value);
    const items = rows.map(({ id, type, title, body, link }) => ({ id, type, title, body, link }));
    return { count: rows.length, ids: rows.map(({ id }) => id), cursor: null, ...(isWhole ? { items } : {}) };
  }

  get counts() {
    const rows = this.rows;
    const unreadCount = rows.filter((row) => !row.readAt).length;
    const unseenCount = rows.filter((row) => !row.seenAt).length;
    const count = this.#mode === 'unread' ? unreadCount : this.#mode === 'none' ? 0 : unseenCount;
    return { unreadCount, unseenCount, badge: { count, version: this.#version } };
  }

  page({ limit = 50, cursor, offset, status, category, thread }) {
    const all = this.rows.filter((row) => matches(row, { category, thread })
      && (!status || status === 'all' || (status === 'read') === Boolean(row.readAt)));
    const after = cursor ? all.findIndex((row) => `after:${row.id}` === cursor) + 1 : +(offset ?? 0);
    const items = all.slice(after, after + Math.min(+limit, 200));
    const hasMore = after + items.length < all.length;
    return { items, nextCursor: hasMore ? `after:${items[items.length - 1].id}` : null, ...this.counts };
  }

  tabs(by) {
    const counts = {};
    for (const row of this.rows) {
      const key = row[by];
      if (!key || (row.readAt && row.seenAt)) continue;
      counts[key] ??= { unreadCount: 0, unseenCount: 0 };
      if (!row.readAt) counts[key].unreadCount += 1;
      if (!row.seenAt) counts[key].unseenCount += 1;
    }
    return { ...this.counts, counts };
  }

  /** Changes the rows of a filter; answers how many changed. */
  mark(filter, change) {
    const now = this.#clock.iso();
    const changed = [...this.#rows.values()].filter((row) => !row.removed && matches(row.value, filter) && change(row, now));
    if (changed.length > 0) this.#version += 1;
    for (const row of changed) {
      this.#emit('notification.changed', row.removed || row.cleared ? { id: row.value.id, removed: true } : row.value);
    }
    if (changed.length > 0) {
      this.#emit('badge.changed', { count: this.counts.badge.count, version: this.#version, ...this.counts, badge: undefined });
    }
    return { changed: changed.length, ...this.counts };
  }
}

export const change = {
  seen: ({ value, cleared }, now) => !cleared && !value.seenAt && Boolean((value.seenAt = now)),
  read: ({ value, cleared }, now) => !cleared && !value.readAt && Boolean(
    Object.assign(value, { readAt: now, seenAt: value.seenAt ?? now, status: 'read' }),
  ),
  unread: ({ value }) => Boolean(value.readAt) && Boolean(Object.assign(value, { readAt: undefined, status: 'delivered' })),
  received: (row) => row.failed && !(row.failed = false),
  remove: (row) => !row.removed && (row.removed = true),
  clear: (row) => !row.cleared && !row.value.alert && (row.cleared = true),
  restore: (row) => row.cleared && !(row.cleared = false),
  acknowledge: ({ value }) => value.alert && !(value.alert = false),
};

function matches(row, { ids, category, thread, entity, link, before }) {
  return (!ids || ids.includes(row.id)) && (!category || row.category === category) && (!thread || row.thread === thread)
    && (!entity || row.entity === entity) && (!link || row.link?.split('?')[0] === link.split('?')[0])
    && (!before || Date.parse(row.createdAt) < Date.parse(before));
}

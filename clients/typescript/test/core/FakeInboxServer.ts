import type { Badge, Notification } from '../../src/core/model/Notification.js';
import type { Socket } from '../../src/core/platform.js';
import type { Answer, Sent } from './FakePlatform.js';

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
type Row = Mutable<Notification>;
interface Event { readonly id: string; readonly kind: string }

/** A socket whose server is the test. Messages wait until they are delivered. */
export class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((text: string) => void) | null = null;
  onclose: ((code: number, reason: string) => void) | null = null;
  readonly sent: any[] = [];
  readonly waiting: unknown[] = [];
  isOpen = false;
  closedWith: number | null = null;

  constructor(readonly url: string, readonly protocols: readonly string[],
    private readonly server: { heard(socket: FakeSocket, message: any): void }) {}

  send(text: string): void {
    if (!this.isOpen) throw new Error('InvalidStateError');
    const message = JSON.parse(text);
    this.sent.push(message);
    this.server.heard(this, message);
  }

  close(code = 1005): void {
    this.closedWith = code;
    this.isOpen = false;
    this.onclose?.(code, '');
  }

  open(): void {
    this.isOpen = true;
    this.onopen?.();
  }

  /** Delivers what waits, at most so many messages. */
  deliver(count = Infinity): void {
    while (count-- > 0 && this.waiting.length && this.isOpen) {
      const next = this.waiting.shift();
      this.onmessage?.(typeof next === 'string' ? next : JSON.stringify(next));
    }
  }

  /** The server, or the network, ends it. */
  fail(code: number, reason = ''): void {
    this.isOpen = false;
    this.onclose?.(code, reason);
  }
}

/** The server's inbox of one user: rows, counts, a log of changes with cursors, and live connections. */
export class FakeInboxServer {
  readonly rows = new Map<string, Row>();
  readonly cleared = new Map<string, Row>();
  readonly sockets: FakeSocket[] = [];
  readonly log: Event[] = [];
  /** Cursors before this one are unknown. */
  firstCursor = 0;
  version = 1;
  number = 0;
  readOn: 'view' | 'tap' = 'tap';
  badgeOf: 'unseen' | 'unread' = 'unseen';
  isAccepting = true;
  /** Delivers immediately, or when the test says so. */
  isPrompt = true;
  now = Date.parse('2026-11-20T10:00:00Z');

  readonly connect = (url: string, protocols: readonly string[]): Socket => {
    const socket = new FakeSocket(url, protocols, this);
    this.sockets.push(socket);
    void Promise.resolve().then(() => (this.isAccepting ? socket.closedWith === null && socket.open() : socket.fail(1006)));
    return socket;
  };

  get socket(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!;
  }

  get list(): Row[] {
    return [...this.rows.values()].sort((a, b) => Number(b.alert) - Number(a.alert) || (a.id < b.id ? 1 : -1));
  }

  get counts(): { unreadCount: number; unseenCount: number; badge: Badge } {
    const unreadCount = this.list.filter(row => !row.readAt).length;
    const unseenCount = this.list.filter(row => !row.seenAt).length;
    return { unreadCount, unseenCount, badge: { count: this.badgeOf === 'unseen' ? unseenCount : unreadCount,
      version: this.version } };
  }

  create(change: Partial<Row> = {}): Row {
    this.now += 1000;
    const id = 'ntf_' + String(++this.number).padStart(5, '0');
    const row: Row = {
      id, userId: 'ann', category: 'kudos', title: 'Title ' + id, body: '', data: {}, channels: ['in-app'], status: 'delivered',
        actions: [],
      priority: 'normal', createdAt: new Date(this.now).toISOString(), type: 'kudos', link: '/kudos', alert: false, ...change
    };
    this.rows.set(id, row);
    this.tell(row.alert ? 'alert.raised' : 'notification.created', id);
    return row;
  }

  change(id: string, edit: (row: Row) => void): boolean {
    const row = this.rows.get(id);
    if (!row) return false;
    const before = JSON.stringify(row);
    const next = { ...row };
    edit(next);
    if (JSON.stringify(next) === before) return false;
    this.rows.set(id, next);
    this.tell('notification.changed', id);
    return true;
  }

  remove(id: string): void {
    if (this.rows.delete(id)) this.tell('notification.changed', id);
  }

  /** Counts a change and sends it to all connections. */
  private tell(kind: string, id: string): void {
    this.version++;
    this.log.push({ kind, id });
    for (const socket of this.sockets) if (socket.isOpen && (socket as any).follows) this.send(socket, this.log.length - 1);
  }

  private send(socket: FakeSocket, index: number): void {
    const { kind, id } = this.log[index]!;
    const row = this.rows.get(id);
    if (row || kind === 'notification.changed') {
      socket.waiting.push({ kind: row ? kind : 'notification.changed', channel: 'inbox', cursor: 'c' + (index + 1), data: row
        ? { ...row } : { id, removed: true } });
    }
    this.sendBadge(socket);
  }

  private sendBadge(socket: FakeSocket): void {
    const { badge, unreadCount, unseenCount } = this.counts;
    socket.waiting.push({ kind: 'badge.changed', channel: 'inbox', cursor: 'c' + this.log.length,
      data: { ...badge, unreadCount, unseenCount } });
    if (this.isPrompt) socket.deliver();
  }

  heard(socket: FakeSocket, message: any): void {
    if (message.op !== 'subscribe') return;
    (socket as any).follows = true;
    const since = message.since === undefined ? this.log.length : Number(String(message.since).slice(1));
    socket.waiting.push({ op: 'subscribed', channel: message.channel, cursor: 'c' + since });
    if (message.channel !== 'inbox') return this.isPrompt ? socket.deliver() : undefined;
    if (since < this.firstCursor) socket.waiting.push({ kind: 'resync', channel: 'inbox', cursor: 'c' + this.log.length,
      data: {} });
    else for (let index = since; index < this.log.length; index++) this.send(socket, index);
    this.sendBadge(socket);
  }

  mark(what: string, row: Row): void {
    if (what === 'received') return;
    const at = new Date(this.now).toISOString();
    if (what === 'unread') {
      delete row.readAt;
      if (row.status === 'read') row.status = 'delivered';
      return;
    }
    if (what === 'acknowledge') row.alert = false;
    row.seenAt = row.seenAt || at;
    if (what !== 'dismissed' && what !== 'seen') {
      row.readAt = row.readAt || at;
      row.status = 'read';
    }
  }

  /** Answers a request as the server does. */
  readonly answer = (request: Sent): Answer => {
    const [path = '', search = ''] = request.path.split('?');
    const query = Object.fromEntries(search.split('&').map(pair => pair.split('=').map(decodeURIComponent))) as Record<string,
      string>;
    const { method } = request;
    const found = /^\/notifications\/([^/]+?)(?:\/([a-z]+))?$/.exec(path);
    if (path === '/client-config') {
      return { status: 200, body: {
        app: 'gss', name: 'GSS', catalogVersion: 1, features: { inbox: true }, channels: ['push'], inbox: { readOn: this.readOn },
        permission: { strategy: 'firstLaunch' },
          links: { hosts: [], routes: ['/kudos', '/events/{id}'], fallback: '/notifications' }, presentation: {}
      } };
    }
    if (path === '/notifications' && method === 'GET') {
      const all = this.list.filter(row => (!query.category || row.category === query.category) &&
        (!query.thread || row.thread === query.thread) &&
        (!query.status || query.status === 'all' || (query.status === 'read') === !!row.readAt));
      const start = query.cursor ? all.findIndex(row => {
        const [alert, id] = query.cursor!.split(':');
        return (alert === 'n' && row.alert ? false : alert === 'a' && !row.alert) || row.id < id!;
      }) : 0;
      const items = start < 0 ? [] : all.slice(start, start + Number(query.limit));
      const last = items[items.length - 1];
      const more = last && all[all.length - 1] !== last;
      const body = { items, nextCursor: more ? (last.alert ? 'a:' : 'n:') + last.id : null, ...this.counts };
      const etag = JSON.stringify(body);
      return request.headers['If-None-Match'] === etag ? { status: 304, headers: { ETag: etag } }
        : { status: 200, body: JSON.parse(etag), headers: { ETag: etag } };
    }
    if (path === '/notifications/unread-count') {
      const by = query.by as 'category' | 'thread';
      const counts: Record<string, { unreadCount: number }> = {};
      for (const row of this.list) {
        const key = row[by];
        if (!key) continue;
        counts[key] = { unreadCount: (counts[key]?.unreadCount || 0) + (row.readAt ? 0 : 1) };
      }
      return { status: 200, body: { ...this.counts, counts } };
    }
    const scope = request.json || {};
    const inScope = [...(path.endsWith('restore') ? this.cleared : this.rows).values()].filter(row =>
      (!scope.ids || scope.ids.includes(row.id)) && (!scope.category || row.category === scope.category) &&
        (!scope.thread || row.thread === scope.thread) &&
      (scope.link === undefined || row.link.split('?')[0] === scope.link) && (!scope.before || row.createdAt < scope.before));
    let changed = 0;
    if (path === '/notifications' && method === 'DELETE') {
      for (const row of inScope.filter(({ alert }) => !alert)) {
        this.cleared.set(row.id, row);
        this.remove(row.id);
        changed++;
      }
      return { status: 200, body: { changed, ...this.counts } };
    }
    if (path === '/notifications/restore') {
      for (const row of inScope) {
        this.cleared.delete(row.id);
        this.rows.set(row.id, row);
        this.tell('notification.changed', row.id);
        changed++;
      }
      return { status: 200, body: { changed, ...this.counts } };
    }
    if (path === '/notifications/seen' || path === '/notifications/read-all') {
      const isRead = path.endsWith('read-all') || (this.readOn === 'view' && Object.keys(scope).length > 0);
      for (const { id } of inScope) if (this.change(id, row => this.mark(isRead ? 'read' : 'seen', row))) changed++;
      return { status: 200, body: { changed, ...this.counts } };
    }
    if (found) {
      const id = decodeURIComponent(found[1]!);
      if (!this.rows.has(id)) return { status: 404, body: { code: 'not-found' } };
      if (method === 'DELETE') {
        this.remove(id);
        return { status: 204 };
      }
      this.change(id, row => this.mark(found[2]!, row));
      return { status: 200, body: { ...this.rows.get(id) } };
    }
    return { status: 200, body: {} };
  };
}

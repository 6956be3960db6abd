import type { Answer, Sent } from './FakePlatform.js';
import { subjectOf } from '../../src/core/subjectOf.js';

interface Device {
  id: string;
  key: string;
  user: string;
  state: string;
  body: any;
}

const categories = ['eventReminders', 'streakRisk', 'questProgress', 'kudos', 'depositReminders', 'competitiveUnlock'];

/** What Peal keeps of devices, preferences and the configuration: of each field the latest choice wins, as in the real one. */
export class FakePeal {
  devices: Device[] = [];
  /** `field → [value, time]` of each user. */
  choices = new Map<string, Map<string, [unknown, number]>>();
  mutes = new Map<string, any[]>();
  version = 1;
  catalogVersion = 1;
  permission: any = { strategy: 'afterSignIn', texts: { prompt: 'May we?', softPrompt: 'Enable' },
    softPrompt: { every: 'P30D', routes: ['/reports'] } };
  news: any = {};
  /** Answers in place of the server, for as long as it gives one. */
  fault: (sent: Sent) => Answer | null | Promise<Answer | null> = () => null;
  private made = 0;

  readonly answer = async (sent: Sent): Promise<Answer> => (await this.fault(sent)) || this.route(sent);

  config(): any {
    return {
      app: 'gss', name: 'GSS', catalogVersion: this.catalogVersion, features: {}, channels: ['push', 'inApp'], presentation: {},
      permission: this.permission, webPush: { publicKey: 'vapid' },
      categories: categories.map((key) => ({ key, name: key, channels: { push: true, inApp: true } })),
      links: { hosts: [], routes: ['/reports', '/reports/{id}', '/home'], fallback: '/home' },
    };
  }

  preferences(user: string): any {
    const chosen = this.choices.get(user) || new Map<string, [unknown, number]>();
    const of = (field: string, otherwise: unknown): any => (chosen.has(field) ? chosen.get(field)![0] : otherwise);
    const found = Object.fromEntries(categories.map((key) => [key, {
      enabled: of(`${key}.enabled`, true),
      channels: Object.fromEntries(['push', 'email', 'inApp'].map((channel) => [channel,
        of(`${key}.${channel}`, channel !== 'email')])),
      locked: false, name: key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()).replace(/s$/, ''), title: key,
        description: '', icon: 'bell',
    }]));
    return {
      userId: user, categories: found,
      globalSettings: Object.fromEntries(['pushEnabled', 'emailEnabled',
        'inAppEnabled'].map((field) => [field, of(field, field !== 'emailEnabled')])),
      quietHours: { enabled: of('quiet.enabled', true), start: of('quiet.start', '22:00'), end: of('quiet.end', '08:00'),
        timeZone: 'UTC', editable: true },
      mutes: this.mutes.get(user) || [],
      enabledCount: Object.values(found).filter((each: any) => each.enabled).length,
      version: this.version, updatedAt: '2026-11-20T10:00:00Z', syncedAt: '2026-11-20T10:00:00Z',
    };
  }

  /** Another device of the user chooses. */
  choose(user: string, field: string, value: unknown, at: number): void {
    const chosen = this.choices.get(user) || new Map<string, [unknown, number]>();
    this.choices.set(user, chosen);
    const known = chosen.get(field);
    if (known && known[1] >= at) return;
    chosen.set(field, [value, at]);
    this.version++;
  }

  private user({ authorization = '' }: Sent): string | null {
    const [scheme, credential = ''] = authorization.split(' ');
    if (scheme === 'Bearer') return subjectOf(credential);
    const device = this.devices.find(({ id, key, state }) => `${id}:${key}` === credential && state !== 'revoked');
    return device ? device.user : null;
  }

  private route(sent: Sent): Answer {
    const { method, json } = sent;
    const path = sent.path.split('?')[0]!;
    const user = this.user(sent);
    const call = `${method} ${path}`;
    if (path === '/client-config') return this.tagged(sent, this.config());
    if (user === null) return { status: 401, body: { code: 'unauthenticated' } };
    if (call === 'POST /users/me/devices/push') return this.register(user, json);
    const [, id, sync] = /^\/users\/me\/devices\/([^/]+)(\/sync)?$/.exec(path) || [];
    if (id) return this.device(user, id, method, !!sync, json);
    if (path.startsWith('/users/me/notification-preferences')) return this.change(user, sent, path);
    if (call === 'PUT /users/me/mutes') {
      const { scope, id: target } = json;
      const mute = { id: 'mut_' + ++this.made, scope, ...(target ? { target } : {}), until: json.for && until(json.for, sent),
        createdAt: 'now' };
      const others = (this.mutes.get(user) || []).filter((each) => each.scope !== scope || each.target !== target);
      this.mutes.set(user, [...others, mute]);
      return { status: 200, body: mute };
    }
    if (call.startsWith('DELETE /users/me/mutes/')) {
      this.mutes.set(user, (this.mutes.get(user) || []).filter((each) => each.id !== path.split('/').pop()));
      return { status: 204 };
    }
    if (path === '/notifications' || path === '/users/me/notifications') {
      return { status: 200, body: { items: [], nextCursor: null, unreadCount: 0, unseenCount: 0,
        badge: { count: 0, version: 1 } } };
    }
    return { status: 200, body: {} };
  }

  private tagged(sent: Sent, body: any): Answer {
    const tag = JSON.stringify(JSON.stringify({ ...body, syncedAt: '' })).length + '-' + this.version + '-' + this.catalogVersion;
    return sent.headers['If-None-Match'] === tag ? { status: 304, headers: { ETag: tag } } : { status: 200, body,
      headers: { ETag: tag } };
  }

  private register(user: string, body: any): Answer {
    const address = body.token || body.subscription.endpoint;
    const known = this.devices.find((each) => each.user === user && (each.id === body.replaces || each.body.token === address));
    for (const other of this.devices) if (other !== known && other.body.token === address) other.state = 'revoked';
    const device = known || { id: 'dev_' + ++this.made, key: 'dk_' + ++this.made, user, state: '', body: {} };
    if (!known) this.devices.push(device);
    if (known && body.newDeviceKey) device.key = 'dk_' + ++this.made;
    device.state = 'active';
    device.body = body;
    const answer = { id: device.id, state: device.state, addressHash: 'sha-' + address.slice(-1) };
    return { status: known ? 200 : 201, body: known && !body.newDeviceKey ? answer : { ...answer, deviceKey: device.key } };
  }

  private device(user: string, id: string, method: string, isSync: boolean, json: any): Answer {
    const device = this.devices.find((each) => each.id === id && each.user === user && each.state !== 'revoked');
    if (!device) return { status: 404, body: { code: 'not-found' } };
    if (method === 'DELETE') {
      device.state = 'revoked';
      return { status: 204 };
    }
    device.body = { ...device.body, ...json };
    if (!isSync) return { status: 200, body: { id, state: device.state } };
    const news = {
      state: device.state, badge: { count: 0, version: 1 }, clear: [], configVersion: this.catalogVersion,
      preferencesVersion: this.version, missed: { count: 0, ids: [], cursor: null },
    };
    return { status: 200, body: { ...news, ...this.news } };
  }

  private change(user: string, sent: Sent, path: string): Answer {
    const { method, json } = sent;
    if (method === 'GET') return this.tagged(sent, this.preferences(user));
    const at = Date.parse(json.updatedAt);
    const category = path.split('/category/')[1];
    if (path.endsWith('/reset')) {
      for (const [field, [, time]] of this.choices.get(user) || []) if (time <= at) this.choices.get(user)!.delete(field);
      this.version++;
    }
    const all = category ? { [category]: json } : json.categories || {};
    for (const [key, change] of Object.entries<any>(all)) {
      if (change.enabled !== undefined) this.choose(user, `${key}.enabled`, change.enabled, at);
      for (const [channel, value] of Object.entries(change.channels || {})) this.choose(user, `${key}.${channel}`, value, at);
    }
    for (const [field, value] of Object.entries(json.globalSettings || {})) this.choose(user, field, value, at);
    for (const [field, value] of Object.entries(json.quietHours || {})) this.choose(user, 'quiet.' + field, value, at);
    return { status: 200, body: this.preferences(user) };
  }
}

const until = (duration: string, sent: Sent): string => {
  const [, days, hours, seconds] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)S)?)?$/.exec(duration)!;
  const length = Number(days || 0) * 86_400_000 + Number(hours || 0) * 3_600_000 + Number(seconds || 0) * 1000;
  const end = Date.parse(sent.headers['Peal-Client-Time']!) + length;
  return new Date(end).toISOString().replace('.000Z', 'Z');
};

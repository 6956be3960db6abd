import { notFound, Problem } from './problem.mjs';

/** The devices of all users. */
export class Devices {
  #devices = [];
  #made = 0;
  keys = new Set();

  of(user) {
    return this.#devices.filter((device) => device.user === user && device.state !== 'revoked');
  }

  /** The latest device with a token of the user, also a revoked one. */
  idOf(token, user) {
    const isSame = (one) => one.token.endsWith(token) && (user === null || one.user === user);
    return [...this.#devices].reverse().find(isSame)?.id;
  }

  find(id, user) {
    const device = this.#devices.find(
      (one) => one.id === id && one.state !== 'revoked' && (user === undefined || one.user === user),
    );
    if (!device) throw notFound();
    return device;
  }

  /** The device of a device key. */
  byKey(id, key) {
    const device = this.#devices.find((one) => one.id === id && one.key === key && one.state !== 'revoked');
    if (!device) throw new Problem(401, 'unauthenticated', 'unknown device or device key');
    return device;
  }

  register(user, body, isPushOff) {
    const token = address(body);
    if (!token || !body.provider || !body.platform) {
      throw new Problem(422, 'invalid', 'a device needs provider, platform and address');
    }
    const live = this.#devices.filter((one) => one.state !== 'revoked');
    const known = live.find((one) => one.user === user && (one.id === body.replaces || one.token === token));
    for (const other of live) if (other !== known && other.token === token) other.state = 'revoked';
    const device = known ?? { id: `dev_${(this.#made += 1)}`, user, capabilities: {} };
    if (!known) this.#devices.push(device);
    this.#take(device, body);
    device.state = isPushOff && !body.enabled ? 'disabled' : 'active';
    const isNew = !known || body.newDeviceKey === true;
    if (isNew) this.keys.add((device.key = `dk_${device.id}_${(this.#made += 1)}`));
    return { status: known ? 200 : 201, body: { ...publicPart(device), addressHash: hashOf(device.token), ...(isNew ? { deviceKey: device.key } : {}) } };
  }

  change(device, body, isByKey) {
    const others = Object.keys(body).filter((name) => !['token', 'subscription', 'oldAddressHash'].includes(name));
    if (isByKey && others.length > 0) {
      throw new Problem(403, 'scope-missing', 'a device key replaces the address and nothing else');
    }
    const { oldAddressHash, ...rest } = body;
    const token = address(rest);
    // A device key alone moves nothing: the address waits for a session that names it.
    if (isByKey && token !== device.token && oldAddressHash !== hashOf(device.token)) {
      device.pending = token;
      return publicPart(device);
    }
    this.#take(device, rest);
    if (body.enabled !== undefined) device.state = body.enabled ? 'active' : 'disabled';
    return { ...publicPart(device), ...(token ? { addressHash: hashOf(token) } : {}) };
  }

  report(device, body) {
    this.#take(device, body);
  }

  #take(device, body) {
    const { provider, platform, permission, capabilities, appVersion, locale, timeZone } = body;
    for (const [name, value] of Object.entries({ provider, platform, permission, capabilities, appVersion, locale, timeZone })) {
      if (value !== undefined) device[name] = value;
    }
    if (address(body)) {
      device.token = address(body);
      device.pending = undefined;
    }
  }
}

const hashOf = (token) => `hash of ${token}`;

const address = (body) => body.token ?? body.subscription?.endpoint;

function publicPart({ id, state, provider, platform, appVersion, permission, capabilities, locale, timeZone }) {
  return { id, state, provider, platform, appVersion, permission: permission ?? 'granted', capabilities, locale, timeZone };
}

import { Problem } from './problem.mjs';

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens of users, as an app's backend makes them, and who calls with which credential. */
export class Sessions {
  #made = 0;
  #refused = new Set();
  #tickets = new Map();
  secrets = new Set();

  token(user, app) {
    const id = `s${(this.#made += 1)}`;
    const claims = { sub: user, aud: app, jti: id, exp: 4_102_444_800 };
    const jwt = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl${id}`;
    this.secrets.add(jwt);
    return jwt;
  }

  expire(jwt) {
    this.#refused.add(jwt);
  }

  userOf(jwt) {
    if (!this.secrets.has(jwt) || this.#refused.has(jwt)) throw new Problem(401, 'unauthenticated', 'invalid or expired token');
    return JSON.parse(Buffer.from(jwt.split('.')[1], 'base64url')).sub;
  }

  ticket(user) {
    const ticket = `rt_${(this.#made += 1)}`;
    this.#tickets.set(ticket, user);
    return ticket;
  }

  redeem(ticket) {
    const user = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return user;
  }

  /** `{as, user?, device?, key?, token?}` of a request. */
  caller(authorization) {
    const [scheme, credential = ''] = (authorization ?? '').split(' ');
    if (!authorization) return { as: 'none' };
    if (scheme === 'Bearer') return { as: 'session', jwt: credential };
    if (scheme === 'Peal-Device') return { as: 'device', device: credential.split(':')[0], key: credential.split(':')[1] };
    if (scheme === 'Peal-Action') return { as: 'action', token: credential };
    return { as: scheme };
  }
}

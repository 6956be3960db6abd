import { merge } from './merge.mjs';
import { ScriptedServer } from './server/ScriptedServer.mjs';
import { VirtualClock } from './VirtualClock.mjs';

/** Everything of one scenario: clock, server and devices. */
export class World {
  /** @param makeDevice Makes a client: name, setup, world. */
  constructor(definition, makeDevice) {
    this.definition = definition;
    this.clock = new VirtualClock(Date.parse(definition.clock ?? '2026-11-20T10:00:00Z'));
    this.server = new ScriptedServer(definition, this.clock);
    const { clients = { app: {} }, ...shared } = definition;
    this.devices = [];
    for (const [name, own] of Object.entries(clients)) this.devices.push(makeDevice(name, merge(shared, own ?? {}), this));
  }

  device(name) {
    const device = name === undefined ? this.devices[0] : this.devices.find((one) => one.name === name);
    if (!device) throw new Error(`no client ${name}`);
    return device;
  }

  openWindows() {
    for (const device of this.devices) device.openWindow();
  }

  /** Returns when nothing goes on but what waits for time or for a held response. */
  async settle() {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((done) => setImmediate(done));
      while (this.clock.runDue()) {
        turn = 0;
        await new Promise((done) => setImmediate(done));
      }
    }
  }

  /** What must hold at the end of each scenario. */
  leaks() {
    const { sessions, devices } = this.server;
    const actions = /action:n\d+:[\w-]+/;
    const users = this.devices.flatMap(({ user }) => (user ? [user] : []));
    const titles = users.flatMap((user) => this.server.person(user).inbox.rows.map((row) => row.title));
    const leaks = [];
    for (const device of this.devices) {
      for (const secret of sessions.secrets) {
        if (device.urls.some((url) => url.includes(secret))) leaks.push('a session is in an address');
        if ([...device.storage.values()].some((value) => value.includes(secret))) leaks.push('a session is stored');
      }
      for (const secret of [...sessions.secrets, ...devices.keys, ...titles]) {
        if (device.log.some((line) => line.includes(secret))) leaks.push(`${secret.slice(0, 12)}… is in the log`);
      }
      for (const key of devices.keys) if (device.urls.some((url) => url.includes(key))) {
        leaks.push('a device key is in an address');
      }
      if (device.urls.some((url) => actions.test(decodeURIComponent(url)))) leaks.push('an action token is in an address');
      if (device.log.some((line) => actions.test(line))) leaks.push('an action token is in the log');
    }
    return leaks;
  }

  end() {
    for (const device of this.devices) device.quit();
  }
}

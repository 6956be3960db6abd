import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { binary, openServer } from '../../react-native/test/server/Sandbox.mjs';
import { read } from './buildExample.mjs';
import { exampleOn } from './exampleApp.mjs';

// The ten minutes of docs/phones.md: the examples in development, on the fake phone, with the pushes of a real server's sandbox. Node 20
// has a WebSocket with `--experimental-websocket`; the server is `PEAL`, or the one that was built.

const reason = !existsSync(binary) ? 'no server is built' : typeof WebSocket === 'undefined' ? 'node --experimental-websocket' : false;
const patience = 30_000;

describe('with a sandbox', { skip: reason }, () => {
  let sandbox;
  const phones = [];
  const sockets = [];
  const WebSocket = function (...options) {
    const socket = new globalThis.WebSocket(...options);
    sockets.push(socket);
    return socket;
  };

  before(async () => {
    sandbox = await openServer();
  });
  after(() => {
    for (const phone of phones) phone.kill();
    // Sockets of the runtime outlive the app that opened them.
    for (const socket of sockets) socket.close();
    sandbox.close();
  });

  async function until(what, holds) {
    for (const end = Date.now() + patience; !(await holds());) {
      if (Date.now() > end) throw new Error(`it does not come about that ${what}`);
      await new Promise((done) => setTimeout(done, 25));
    }
  }

  async function started(options) {
    const { phone, state } = exampleOn({ ...options, isDevelopment: true, url: sandbox.url, fetch, WebSocket });
    phones.push(phone);
    await phone.launch();
    await until('the device is registered', () => state.requests.includes('POST /users/me/devices/push'));
    return phone;
  }

  /** What the README of an example has the backend do. */
  function backend(example) {
    const [, commands] = read(`../${example}/README.md`).match(/```sh\n(api=[^]*?)```/);
    execFileSync('bash', ['-euc', commands.replaceAll('http://127.0.0.1:8080', sandbox.url).replaceAll('curl -s ', 'curl -sS --fail ')]);
  }

  test('React Native: a reminder with three buttons, and the host\'s board, without a project at Firebase', async () => {
    const phone = await started({ platform: 'android', example: 'react-native' });
    await phone.home();
    backend('react-native');
    await until('the reminder is shown', () => phone.shown.length > 0);
    const [{ key, title, buttons }] = phone.shown;
    assert.deepEqual([title, ...buttons.map((button) => button.title)], ['Lunch run starts soon', 'On time ✓', 'Running late', 'Can\'t make it ✗']);
    await phone.press(key, { button: 'Running late', choice: '10 min late' });
    const reply = async () => (await sandbox.board('lunch-run')).participants.find(({ userId }) => userId === 'ana');
    await until('the board has the reply', async () => (await reply()).text === '+10 min late');
    assert.equal((await reply()).colour, 'yellow');
    assert.deepEqual(phone.received.errors, []);
  });

  test('Expo: an announcement for a member of the organisation', async () => {
    const phone = await started({ platform: 'android', example: 'expo' });
    await phone.home();
    backend('expo');
    await until('the announcement is shown', () => phone.shown.length > 0);
    assert.equal(phone.shown[0].title, 'Meeting moved to Thursday');
    assert.deepEqual(phone.received.errors, []);
  });
});

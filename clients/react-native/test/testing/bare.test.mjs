import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const source = fileURLToPath(new URL('../../src/testing/index.ts', import.meta.url));
const built = (...options) => execFileSync('esbuild', [source, '--bundle', '--target=es2019', '--log-level=warning', ...options], { encoding: 'utf8' });

test('the fake phone imports nothing, so that it runs in the tests of every app', () => {
  assert.doesNotMatch(built('--format=esm'), /^import |\brequire\(|import\(/m);
});

test('it needs nothing of Node or a browser', async () => {
  const lines = [];
  const context = vm.createContext({ write: (line) => lines.push(line) });
  vm.runInContext(built('--format=iife', '--global-name=testing'), context);
  await vm.runInContext(`(async () => {
    const { FakePhone, TestClock } = testing;
    const phone = new FakePhone({ platform: 'ios', clock: new TestClock(), permission: 'granted' });
    phone.install(({ expo: { TaskManager, Notifications }, AsyncStorage }) => {
      TaskManager.defineTask('push', async ({ data }) => {
        await AsyncStorage.setItem('last', data.data.dataString);
        write(await AsyncStorage.getItem('last'));
      });
      Notifications.registerTaskAsync('push');
    });
    await phone.launch();
    phone.kill();
    await phone.arrive({ provider: 'expo', payload: { to: 'x', data: { peal: { op: 'sync' } }, _contentAvailable: true } });
    await phone.finished();
    write(phone.state);
  })()`, context);
  assert.deepEqual(lines, ['{"peal":{"op":"sync"}}', 'background']);
});

// Parts of the browser's side that need no browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

async function load(name) {
  const source = fileURLToPath(new URL(`../../src/browser/${name}.ts`, import.meta.url));
  const code = execFileSync('esbuild', [source, '--bundle', '--format=esm', '--log-level=warning'], { encoding: 'utf8' });
  return import('data:text/javascript,' + encodeURIComponent(code));
}

function recorder() {
  const lines = [];
  const write = (level) => (text) => lines.push(level + ' ' + text);
  return { lines, info: write('info'), warn: write('warn') };
}

test('the console is silent unless the site debugs', async () => {
  const { consoleLog } = await load('consoleLog');
  const [quiet, debugging] = [recorder(), recorder()];
  for (const [to, isDebug] of [[quiet, false], [debugging, true]]) consoleLog(isDebug, to)('live.closed', { code: 1006 });
  assert.deepEqual([quiet.lines, debugging.lines], [[], ['info [peal] live.closed']]);
});

test('what the site can fix is a warning, once', async () => {
  const { consoleLog } = await load('consoleLog');
  const to = recorder();
  const log = consoleLog(false, to);
  log('token.refused', { reason: 'invalid token signature' });
  log('token.refused', { reason: 'invalid token signature' });
  log('token.failed', { error: 'Error: `token` did not answer within 30 seconds' });
  log('device.registration-failed', { code: 'worker-without-peal' });
  log('device.registration-failed', { code: 'network' });
  assert.equal(to.lines.length, 3);
  assert.match(to.lines[0], /^warn \[peal\] Peal refuses the token: .*`aud`/);
  assert.match(to.lines[1], /30 seconds/);
  assert.match(to.lines[2], /importScripts/);
});

test('a token function that never answers is asked again after 30 seconds', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { tokenSource } = await load('tokenSource');
  let asked = 0;
  const source = tokenSource({ token: () => (++asked === 1 ? new Promise(() => undefined) : 'jwt') });
  void source.get(false);
  void source.get(false);
  await Promise.resolve();
  assert.equal(asked, 1);
  context.mock.timers.tick(30_000);
  assert.equal(await source.get(false), 'jwt');
});

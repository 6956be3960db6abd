import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { corpus } from './corpus.js';
import type { Answer, Sent } from './FakePlatform.js';
import { makePeal } from './makePeal.js';

const fields = [
  ['zones', 'timeZone', 'time-zone-ignored'], ['locales', 'locale', 'locale-ignored'], ['app-versions', 'appVersion', 'app-version-ignored'],
] as const;

describe('what browsers and apps say of a device goes to the server as it is, which reads it', () => {
  for (const [file, field, code] of fields) {
    test(`${field}: the device is registered, and a warning changes nothing`, async () => {
      for (const { input, value } of corpus(file)) {
        const made = makePeal({ options: { [field]: input } });
        const { answer } = made.device;
        made.device.answer = async (sent: Sent): Promise<Answer> => {
          const reply = await answer(sent);
          if (value !== null || !sent.path.endsWith('/devices/push')) return reply;
          return { ...reply, body: { ...(reply.body as object), warnings: [{ code, field }] } } as Answer;
        };
        await made.client.start();
        const [sent] = made.device.sent.filter(({ path }) => path === '/users/me/devices/push');
        assert.deepEqual(sent!.json[field], input, JSON.stringify(input));
        assert.equal(made.client.devices.state.get().state, 'active');
        const logged = JSON.stringify(made.device.logged);
        assert.equal(logged.includes(code), value === null, JSON.stringify(input));
        made.client.stop();
      }
    });
  }
});

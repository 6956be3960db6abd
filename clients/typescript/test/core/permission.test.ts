import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClientConfig } from '../../src/core/model/ClientConfig.js';
import { isPromptDue, isSoftPromptDue, type PermissionFacts } from '../../src/core/permission/permissionRules.js';
import type { PermissionState } from '../../src/core/platform.js';
import { settled } from './FakeClock.js';
import { MemoryStorage } from './FakePlatform.js';
import { makePeal, startPeal, type Made } from './makePeal.js';
import { randomOf } from './randomOf.js';

const day = 86_400_000;
const policy = (strategy: string, more: object = {}): ClientConfig['permission'] =>
  ({ strategy, softPrompt: { every: 'P30D', routes: ['/reports'] }, ...more } as ClientConfig['permission']);

const facts: PermissionFacts = {
  state: 'not-determined', policy: policy('firstLaunch'), isSignedIn: false, isDismissed: false, milestones: [],
  isSoftShown: false, softPromptAt: null, isSoftScreen: true, now: 1000 * day,
};

describe('rules', () => {
  test('when the explanation is due (R020–R022, R024)', () => {
    const milestone = policy('afterMilestone', { milestone: 'report-submitted' });
    const cases: [string, Partial<PermissionFacts>, boolean][] = [
      ['first launch', {}, true],
      ['first launch, signed in', { isSignedIn: true }, true],
      ['closed in this session', { isDismissed: true }, false],
      ['configuration not known yet', { policy: null }, false],
      ['after sign-in, nobody yet', { policy: policy('afterSignIn') }, false],
      ['after sign-in', { policy: policy('afterSignIn'), isSignedIn: true }, true],
      ['after a milestone, cold first launch', { policy: milestone, isSignedIn: true }, false],
      ['after a milestone, another one', { policy: milestone, milestones: ['profile-completed'] }, false],
      ['after a milestone', { policy: milestone, milestones: ['profile-completed', 'report-submitted'] }, true],
      ['after a milestone without a name', { policy: policy('afterMilestone'), milestones: ['x'] }, false],
      ['a strategy of a later server', { policy: policy('afterPayment') }, false],
    ];
    for (const [name, changed, expected] of cases) assert.equal(isPromptDue({ ...facts, ...changed }), expected, name);
    for (const state of ['granted', 'provisional', 'denied'] as PermissionState[]) assert.equal(isPromptDue({ ...facts, state }),
      false);
  });

  test('when the soft prompt is due (R025)', () => {
    const denied = { ...facts, state: 'denied' as PermissionState };
    const cases: [string, Partial<PermissionFacts>, boolean][] = [
      ['on its screen', {}, true],
      ['on another screen', { isSoftScreen: false }, false],
      ['closed, or denied, in this session', { isDismissed: true }, false],
      ['shown in this session', { isSoftShown: true }, false],
      ['shown 29 days ago', { softPromptAt: 971 * day }, false],
      ['shown 30 days ago', { softPromptAt: 970 * day }, true],
      ['shown a week ago, where the catalog says a week', { softPromptAt: 993 * day,
        policy: policy('firstLaunch', { softPrompt: { every: 'P7D' } }) }, true],
      ['shown 29 days ago, where the catalog says nothing', { softPromptAt: 971 * day,
        policy: policy('firstLaunch', { softPrompt: {} }) }, false],
      ['without a configuration', { policy: null }, false],
    ];
    for (const [name, changed, expected] of cases) assert.equal(isSoftPromptDue({ ...denied, ...changed }), expected, name);
    for (const state of ['granted', 'provisional', 'not-determined'] as PermissionState[]) {
      assert.equal(isSoftPromptDue({ ...denied, state }), false);
    }
  });

  test('never both, and never after a prompt was closed (2,000 random facts)', () => {
    const random = randomOf(3);
    const one = <T>(...values: T[]): T => values[random(values.length)]!;
    for (let round = 0; round < 2000; round++) {
      const some: PermissionFacts = {
        state: one<PermissionState>('granted', 'provisional', 'denied', 'not-determined'),
        policy: one(null, policy('firstLaunch'), policy('afterSignIn'), policy('afterMilestone', { milestone: 'm' })),
        isSignedIn: one(true, false), isDismissed: one(true, false), milestones: one([], ['m'], ['n']),
          isSoftShown: one(true, false),
        softPromptAt: one(null, 969 * day, 999 * day), isSoftScreen: one(true, false), now: 1000 * day,
      };
      const [prompt, soft] = [isPromptDue(some), isSoftPromptDue(some)];
      assert(!(prompt && soft), JSON.stringify(some));
      if (some.isDismissed) assert(!prompt && !soft);
      if (soft) assert(!some.isSoftShown && some.softPromptAt !== 999 * day);
    }
  });
});

const make = (state: PermissionState, permission: object, options: Parameters<typeof makePeal>[0] = {}): Made => {
  const made = makePeal(options);
  made.device.push.state = state;
  made.server.permission = { ...made.server.permission, ...permission };
  return made;
};
const prompt = ({ client }: Made): string | null | undefined => client.permission.view.get().prompt?.text;
const soft = ({ client }: Made): string | null | undefined => client.permission.view.get().softPrompt?.text;

describe('the client', () => {
  test('explains with the words of the catalog, and asks the system only when the user agreed (R019)', async () => {
    const made = make('not-determined', { strategy: 'firstLaunch' });
    await made.client.start();
    assert.deepEqual([prompt(made), made.device.push.asked], ['May we?', 0]);
    assert.equal(await made.client.permission.ask(), 'granted');
    assert.deepEqual([made.client.permission.view.get(), made.device.push.asked],
      [{ state: 'granted', prompt: null, softPrompt: null }, 1]);
    assert.equal(made.server.devices[0]!.body.permission, 'granted');
  });

  test('says that there are no words, where the catalog has none', async () => {
    const made = make('not-determined', { strategy: 'firstLaunch', texts: undefined });
    await made.client.start();
    assert.deepEqual(made.client.permission.view.get().prompt, { text: null });
  });

  test('asks nobody a second time in a session, whatever happens (R024)', async () => {
    const made = make('not-determined', { strategy: 'afterMilestone', milestone: 'm' });
    made.device.push.answer = 'denied';
    await made.client.start();
    assert.equal(prompt(made), undefined);
    await made.client.permission.milestone('m');
    assert.equal(prompt(made), 'May we?');
    await made.client.permission.ask();
    await made.client.permission.milestone('m');
    await made.client.resumed();
    await made.client.screenViewed('/reports');
    assert.deepEqual([prompt(made), soft(made), made.client.permission.view.get().state], [undefined, undefined, 'denied']);
  });

  test('takes a prompt of the browser that was closed as closed', async () => {
    const made = make('not-determined', { strategy: 'firstLaunch' });
    made.device.push.answer = 'not-determined';
    await made.client.start();
    await made.client.permission.ask();
    assert.equal(prompt(made), undefined);
  });

  test('survives a system that fails to ask', async () => {
    const made = make('not-determined', { strategy: 'firstLaunch' });
    made.device.push.request = () => Promise.reject(new Error('no gesture'));
    await made.client.start();
    assert.equal(await made.client.permission.ask(), 'not-determined');
    assert(made.device.logged.some(({ event }) => event === 'permission.failed'));
  });

  test('keeps a milestone that was reached before the configuration was known', async () => {
    const made = make('not-determined', { strategy: 'afterMilestone', milestone: 'm' });
    await made.client.permission.milestone('m');
    await made.client.start();
    assert.equal(prompt(made), 'May we?');
    await made.client.signOut();
    made.session.user = 'bob';
    await made.client.signedIn();
    assert.equal(prompt(made), undefined);
  });

  test('shows the soft prompt on its screen until that is left, and never again in the session', async () => {
    const made = make('denied', {});
    await made.client.start();
    await made.client.screenViewed('/reports/r1');
    assert.equal(soft(made), undefined);
    await made.client.screenViewed('/reports?filter=open');
    assert.equal(soft(made), 'Enable');
    await made.client.permission.refresh();
    assert.equal(soft(made), 'Enable');
    await made.client.screenViewed('/home');
    await made.device.clock.advance(40 * day);
    await made.client.screenViewed('/reports');
    assert.equal(soft(made), undefined);
  });

  test('shows it once in 30 days over restarts, and after them again (S3.Perm-4)', async () => {
    const storage = new MemoryStorage();
    const shown: number[] = [];
    for (const at of [0, 1, 29, 30, 31, 59, 60, 90]) {
      const made = make('denied', {}, { storage });
      made.device.clock.time += at * day;
      await made.client.start();
      await made.client.screenViewed('/reports');
      if (soft(made)) shown.push(at);
      made.client.stop();
    }
    assert.deepEqual(shown, [0, 30, 60, 90]);
  });

  test('is not silenced for ever by a clock that ran ahead', async () => {
    const storage = new MemoryStorage();
    const shown: number[] = [];
    for (const at of [1000, 0, 29, 30]) {
      const made = make('denied', {}, { storage });
      made.device.clock.time += at * day;
      await made.client.start();
      await made.client.screenViewed('/reports');
      if (soft(made)) shown.push(at);
      made.client.stop();
    }
    assert.deepEqual(shown, [1000, 30]);
  });

  test('holds the session over the pages of a tab, where the platform has one', async () => {
    const [storage, session] = [new MemoryStorage(), new MemoryStorage()];
    const page = async (tab: MemoryStorage): Promise<Made> => {
      const made = make('not-determined', { strategy: 'firstLaunch' }, { storage, platform: { session: tab } });
      await made.client.start();
      return made;
    };
    const first = await page(session);
    assert.equal(prompt(first), 'May we?');
    first.client.permission.dismiss();
    await settled();
    assert.equal(prompt(await page(session)), undefined);
    assert.equal(prompt(await page(new MemoryStorage())), 'May we?');
  });

  test('without notifications of the system is silent', async () => {
    const made = await startPeal({ push: false });
    made.client.permission.openSettings();
    await made.client.permission.milestone('m');
    await made.client.permission.refresh();
    assert.deepEqual(made.client.permission.view.get(), { state: 'not-determined', prompt: null, softPrompt: null });
    assert.deepEqual([await made.client.permission.ask(), made.client.permission.canOpenSettings], ['denied', false]);
  });

  test('opens the settings of the system (R027)', async () => {
    const made = make('denied', {});
    assert.equal(made.client.permission.canOpenSettings, true);
    made.client.permission.openSettings();
    assert.equal(made.device.push.settings, 1);
  });
});

describe('the master switch (R033)', () => {
  test('asks the system immediately when permission is missing, and keeps the choice', async () => {
    const made = make('not-determined', { strategy: 'afterMilestone', milestone: 'm' });
    await made.client.start();
    await made.client.preferences.load();
    const done = made.client.preferences.setGlobal({ pushEnabled: true });
    // Within the tap: a browser would refuse a prompt that comes later.
    assert.equal(made.device.push.asked, 1);
    await done;
    await settled();
    assert.equal(made.server.devices[0]!.body.permission, 'granted');
    assert.equal(made.server.preferences('ann').globalSettings.pushEnabled, true);
  });

  test('asks nothing when it is switched off, or for another channel', async () => {
    const made = make('not-determined', {});
    await made.client.start();
    await made.client.preferences.setGlobal({ pushEnabled: false });
    await made.client.preferences.setGlobal({ emailEnabled: true });
    assert.equal(made.device.push.asked, 0);
  });

  test('registers the device again, when permission is there (R014)', async () => {
    const made = await startPeal();
    made.device.sent.length = 0;
    await made.client.preferences.setGlobal({ pushEnabled: true });
    assert.deepEqual(made.device.calls, ['PUT /users/me/notification-preferences', 'POST /users/me/devices/push']);
  });
});

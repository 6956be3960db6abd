import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shareStream } from '../../src/browser/tabs/shareStream.js';
import { settled } from '../core/FakeClock.js';
import { randomOf } from '../core/randomOf.js';
import { FakeStream, FakeTab, FakeTabs } from './FakeTabs.js';

async function twoTabs(): Promise<{ browser: FakeTabs; left: FakeTab; right: FakeTab; stream: FakeStream }> {
  const browser = new FakeTabs();
  const left = browser.open('left');
  left.stream.follow('inbox', null);
  await settled();
  const right = browser.open('right');
  right.stream.follow('inbox', null);
  await settled();
  return { browser, left, right, stream: browser.streams[0]! };
}

describe('R187: one stream for all tabs', () => {
  test('two tabs have one, and both receive each message once', async () => {
    const { browser, left, right, stream } = await twoTabs();
    stream.sink.mode('live');
    stream.message('inbox', 'c1');
    await settled();
    assert.equal(browser.opened.length, 1);
    assert.deepEqual([left.messages, right.messages], [['inbox c1'], ['inbox c1']]);
    assert.deepEqual([left.modes, right.modes.slice(-1)], [['live'], ['live']]);
  });

  test('a tab that comes later reads by itself, and the others do not', async () => {
    const { browser, left, right, stream } = await twoTabs();
    assert.deepEqual([left.polls, right.polls], [[], ['inbox']]);
    stream.sink.mode('polling');
    stream.sink.poll('inbox');
    await settled();
    assert.deepEqual([left.polls, right.polls], [['inbox'], ['inbox', 'inbox']]);
    const third = browser.open('third');
    await settled();
    third.stream.follow('inbox', null);
    await settled();
    assert.deepEqual([third.modes, third.polls, left.polls.length], [['polling'], ['inbox'], 1]);
  });

  test('channels that only one tab follows are followed for it, and left with it', async () => {
    const { left, right, stream } = await twoTabs();
    right.stream.follow('event:e1:eta', null);
    await settled();
    assert.deepEqual([...stream.channels.keys()], ['inbox', 'event:e1:eta']);
    stream.message('event:e1:eta', 'c5');
    await settled();
    assert.deepEqual([left.messages, right.messages], [[], ['event:e1:eta c5']]);
    right.stream.leave('event:e1:eta');
    right.stream.leave('inbox');
    await settled();
    assert.deepEqual([...stream.channels.keys()], ['inbox']);
    left.stream.leave('inbox');
    assert.deepEqual([...stream.channels.keys()], []);
  });

  test('the thread that was looked at last counts, in whichever tab', async () => {
    const { browser, left, right, stream } = await twoTabs();
    left.stream.viewing('conversation/c1');
    right.stream.viewing('conversation/c2');
    await settled();
    assert.equal(stream.thread, 'conversation/c2');
    left.stream.viewing('conversation/c1');
    assert.equal(stream.thread, 'conversation/c1');
    left.stream.viewing(null);
    assert.equal(stream.thread, 'conversation/c2');
    browser.kill(right);
    await settled();
    assert.equal(stream.thread, null, 'a tab that is gone looks at nothing');
  });

  test('a tab that ends without a word is followed for no longer', async () => {
    const { browser, right, stream } = await twoTabs();
    right.stream.follow('event:e1:eta', null);
    await settled();
    browser.kill(right);
    await settled();
    assert.deepEqual([...stream.channels.keys()], ['inbox']);
  });

  test('a tab that comes back wakes the stream of the other', async () => {
    const { left, right, stream } = await twoTabs();
    right.stream.wake();
    await settled();
    left.stream.wake();
    assert.equal(stream.wakes, 2);
  });

  test('revoked is revoked in all tabs', async () => {
    const { left, right, stream } = await twoTabs();
    stream.sink.revoked();
    await settled();
    assert.deepEqual([left.revoked, right.revoked], [1, 1]);
  });
});

describe('R205: the stream is handed over without a gap', () => {
  for (const end of ['stop', 'kill'] as const) {
    test(`${end}: the next tab goes on from the cursor of the last message, for all others`, async () => {
      const { browser, left, right, stream } = await twoTabs();
      const third = browser.open('third');
      third.stream.follow('event:e1:eta', null);
      third.stream.viewing('conversation/c1');
      await settled();
      stream.sink.mode('live');
      stream.message('inbox', 'c1');
      stream.message('event:e1:eta', 'c2');
      stream.sink.cursor('event:e1:eta', 'c3');
      await settled();
      const polls = [right.polls.length, third.polls.length];
      if (end === 'stop') left.stream.stop();
      else browser.kill(left);
      await settled();
      assert.equal(browser.streams.length, 1);
      const [next] = browser.streams;
      assert.equal(next!.tab, 'right');
      assert.deepEqual([...next!.channels], [['inbox', 'c1'], ['event:e1:eta', 'c3']]);
      assert.equal(next!.thread, 'conversation/c1');
      next!.message('inbox', 'c4');
      next!.message('event:e1:eta', 'c5');
      await settled();
      assert.deepEqual([right.messages, third.messages], [['inbox c1', 'inbox c4'], ['event:e1:eta c2', 'event:e1:eta c5']]);
      assert.deepEqual([right.polls.length, third.polls.length], polls, 'nobody reads what nobody missed');
      assert.equal(left.messages.length, 1);
    });
  }

  test('a tab that stopped says nothing more, and hears nothing', async () => {
    const { left, right, stream } = await twoTabs();
    right.stream.stop();
    const modes = right.modes.length;
    stream.sink.mode('offline');
    stream.message('inbox', 'c9');
    await settled();
    assert.deepEqual([right.modes.length, right.messages, right.modes.slice(-1)], [modes, [], ['stopped']]);
    assert.deepEqual(left.messages, ['inbox c9']);
  });
});

test('without locks or channels each tab has its own stream', () => {
  let opened = 0;
  const own = new FakeStream('a', { mode: () => undefined, message: () => undefined, poll: () => undefined, cursor: () =>
    undefined, revoked: () => undefined });
  const stream = shareStream('gss:ann', () => (opened++, own), null)(own.sink);
  assert.equal(opened, 1);
  assert.equal(stream, own);
});

test('R187, R205: whatever tabs come, follow, leave and die, one stream follows what they follow, and none misses a message', async () => {
  for (let seed = 1; seed <= 25; seed++) {
    const random = randomOf(seed);
    const browser = new FakeTabs();
    const tabs: { tab: FakeTab; wants: Set<string>; got: Map<string, number> }[] = [];
    let cursor = 0;
    for (let step = 0; step < 40; step++) {
      const some = tabs[random(tabs.length)];
      const act = random(6);
      if (act === 0 || !some) tabs.push({ tab: browser.open(`t${seed}-${step}`), wants: new Set(), got: new Map() });
      else if (act < 3) {
        const channel = 'abc'[random(3)]!;
        if (some.wants.has(channel)) some.tab.stream.leave(channel);
        else some.tab.stream.follow(channel, null);
        if (!some.wants.delete(channel)) some.wants.add(channel);
      } else if (act === 3) {
        tabs.splice(tabs.indexOf(some), 1);
        if (random(2)) browser.kill(some.tab);
        else some.tab.stream.stop();
      }
      await settled();
      if (!tabs.length) continue;
      assert.equal(browser.streams.length, 1, `seed ${seed}, step ${step}`);
      const [stream] = browser.streams;
      const wanted = [...new Set(tabs.flatMap(({ wants }) => [...wants]))].sort();
      assert.deepEqual([...stream!.channels.keys()].sort(), wanted, `seed ${seed}, step ${step}`);
      for (const channel of wanted) {
        cursor++;
        const before = tabs.map(({ tab }) => tab.messages.length);
        stream!.message(channel, 'c' + cursor);
        await settled();
        tabs.forEach(({ tab, wants }, index) => assert.equal(tab.messages.length, before[index]! + Number(wants.has(channel))));
      }
    }
    for (const { tab } of tabs) tab.stream.stop();
    await settled();
    assert.equal(browser.streams.length, 0);
  }
});

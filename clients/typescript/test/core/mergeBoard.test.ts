import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EtaChange } from '../../src/core/eta/mergeBoard.js';
import { mergeBoard } from '../../src/core/eta/mergeBoard.js';
import { phaseOf } from '../../src/core/eta/openBoard.js';
import type { EtaBoard, ParticipantETAStatus } from '../../src/core/model/Eta.js';
import { randomOf } from './randomOf.js';

const row = (userId: string, text = 'No response'): ParticipantETAStatus =>
  ({ userId, displayName: userId.toUpperCase(), rsvpStatus: 'confirmed', checkedIn: false, colour: 'gray', text });
const board = (version: number, ...participants: ParticipantETAStatus[]): EtaBoard => ({
  eventId: 'e1', etaOpen: true, remindersSent: true, version,
  summary: { onTime: 0, runningLate: 0, cantMakeIt: 0, noResponse: participants.length, text: String(version) }, participants
});
const names = (found: EtaBoard): string[] => found.participants.map(({ userId }) => userId);

describe('R203, R205: the board after a message', () => {
  test('the first board is whole, and nobody has changed', () => {
    const found = mergeBoard(null, board(1, row('a'), row('b')))!;
    assert.deepEqual([names(found.board), found.changed], [['a', 'b'], []]);
  });
  test('rows that changed, came and left, in the order of names', () => {
    const before = board(1, row('a'), row('c'));
    const found = mergeBoard(before, { ...board(2, row('b'), row('c', 'On time')), removed: ['a'] })!;
    assert.deepEqual([names(found.board), found.changed, found.board.version], [['b', 'c'], ['b', 'c'], 2]);
    assert.equal('removed' in found.board, false);
  });
  test('a whole board replaces all rows and names those that are others', () => {
    const found = mergeBoard(board(1, row('a'), row('b')), board(1, row('b'), row('c')))!;
    assert.deepEqual([names(found.board), found.changed], [['b', 'c'], ['c']]);
  });
  test('an older one changes nothing; of the same version the later one is newer', () => {
    assert.equal(mergeBoard(board(5, row('a')), board(4)), null);
    assert.deepEqual(names(mergeBoard(board(5, row('a')), board(5))!.board), []);
  });
  test('rows without the board that they change are not shown', () => {
    assert.equal(mergeBoard(null, { ...board(1, row('a')), removed: [] }), null);
  });
});

test('R205: changes make the board that the server has, whatever changes and in whatever portions', () => {
  const random = randomOf(11);
  for (let round = 0; round < 300; round++) {
    const server = new Map<string, ParticipantETAStatus>();
    const sorted = (): ParticipantETAStatus[] => [...server.values()].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
    let version = 1;
    let client = mergeBoard(null, board(version))!.board;
    let dirty = new Set<string>();
    for (let step = 0; step < 40; step++) {
      const user = 'abcdefgh'[random(8)]!;
      if (random(4) === 0) server.delete(user);
      else server.set(user, row(user, ['On time', '+5 min late', 'No response'][random(3)]!));
      dirty.add(user);
      if (random(3)) continue;
      const rows = sorted();
      const change: EtaChange = random(5) === 0 ? board(version, ...rows) : {
        ...board(version, ...rows.filter(({ userId }) => dirty.has(userId))), removed: [...dirty].filter(id => !server.has(id))
      };
      version += random(2);
      dirty = new Set();
      client = mergeBoard(client, change)!.board;
      assert.deepEqual(client.participants, rows);
    }
  }
});

test('S0.AC4.7: the phase follows the clock', () => {
  const times = { ...board(1), opensAt: '2026-11-20T16:00:00Z', clearsAt: '2026-11-20T18:30:00Z' };
  const cases: [string, string][] = [
    ['2026-11-20T15:59:59.999Z', 'early'], ['2026-11-20T16:00:00Z', 'open'], ['2026-11-20T18:29:59Z', 'open'],
      ['2026-11-20T18:30:00Z', 'cleared']
  ];
  for (const [now, phase] of cases) assert.equal(phaseOf(times, Date.parse(now)) as string, phase);
  assert.equal(phaseOf(board(1), 0), 'none');
});

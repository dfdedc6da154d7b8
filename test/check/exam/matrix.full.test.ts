import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dependsOnClient } from '../../../src/check/exam/situations.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { loadBadClients } from '../../clients/bad/load-bad-clients.ts';
import { good } from '../../clients/good/good.ts';
import { thirdOf } from '../../support/full-size.ts';
import { catchAtExam } from './matrix/catch-at-exam.ts';
import type { MatrixRoom } from './matrix/matrix-room.ts';
import { openMatrixRoom } from './matrix/matrix-room.ts';

/** Situations in which the good client stops, so that only one that goes on meets the rules. */
const ENDS_THERE = /^((hold|order)-flight\.hold-unavailable|(order|hold)-flight\..*(after-commit|-body))/;
const clients = (await loadBadClients()).filter(({ notAtExam }) => notAtExam === undefined);
let room: MatrixRoom;
let live: MatrixRoom;
beforeAll(async () => {
  [room, live] = await Promise.all([openMatrixRoom(false), openMatrixRoom(true)]);
});
afterAll(async () => {
  await Promise.all([room.close(), live.close()]);
});

describe('the good client', () => {
  // The matrix waits on the clock of the service; a slow service takes its time in real time.
  const punctual = situations.filter(({ lateMs }) => lateMs === undefined);
  it.each(thirdOf('exam situations', punctual))(
    'passes $name, and meets every rule of the situation',
    async (situation) => {
      const { findings, warnings, verdicts } = await (situation.live ? live : room).examine(good, situation);
      expect([...findings, ...warnings]).toEqual([]);
      const met = new Set(verdicts.rules.filter(({ verdict }) => verdict !== 'not met').map(({ id }) => id));
      const missed = situation.rules.filter((id) => !met.has(id) && !(id in dependsOnClient));
      expect(ENDS_THERE.test(situation.name) ? [] : missed).toEqual([]);
    },
  );
});

describe('a bad client', () => {
  it.each(thirdOf('bad clients at the exam', clients))('breaks $rule in the exam: $name', async (client) => {
    const { situation, strays } = await catchAtExam(client, client.settings?.liveMode === true ? live : room);
    expect({ client: client.name, situation, strays }).toEqual({
      client: client.name,
      situation: expect.any(String) as string,
      strays: [],
    });
  });
});

it('a client run after many identical ones is judged like the first one', async () => {
  const nothing = situations.filter(({ name }) => name === 'book-transfer.no-offers');
  for (let before = 0; before < 210; before++) for (const one of nothing) await room.examine(good, one);
  const client = clients.find(({ name }) => name === 'writes-a-search-id-as-a-uuid');
  expect(client && (await catchAtExam(client, room))).toMatchObject({ situation: 'book-transfer.plain' });
});

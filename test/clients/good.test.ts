import { describe, expect, it } from 'vitest';
import { receivedBody } from '../../src/check/judge/judged-exchange.ts';
import { good } from './good/good.ts';
import { habits } from './good/habits.ts';
import { harVerdictsOf } from './run/har-of.ts';
import type { ClientRun } from './run/run-client.ts';
import { runClient } from './run/run-client.ts';
import { foundIn, verdictsOf } from './run/verdicts-of.ts';

describe('the good client', () => {
  it('orders three flights, books a transfer, changes it and cancels it', async () => {
    const run = await runClient(good);
    expect(statusesOf(run, 'createFlightOrder')).toEqual(['booked', 'booked', 'held']);
    expect(statusesOf(run, 'bookTransfer')).toEqual(['completed']);
    expect(statusesOf(run, 'confirmReservationChange')).toEqual(['completed']);
    expect(run.exchanges.filter(({ exchange }) => exchange.response?.status !== 200)).toEqual([]);
    expect(foundIn(verdictsOf(run))).toEqual([]);
  });

  it.each(['pending', 'malformed-body(chance=0.3)'])(
    'keeps the rules for three concurrent travellers under %s',
    async (scenario) => {
      const run = await runClient(good, { scenario, travellers: 3 });
      expect(foundIn(verdictsOf(run)).map(({ line }) => line)).toEqual([]);
    },
  );

  it.each(habits)('keeps the rules if it $does', async ({ scenario, client }) => {
    const run = await runClient({ ...good, ...client(good) }, { scenario });
    const har = await harVerdictsOf(run);
    expect([verdictsOf(run), ...run.live, har].flatMap(foundIn).map(({ line }) => line)).toEqual([]);
  });

  it('reads and books again after each kind of lost response', async () => {
    for (const scenario of ['502-late(calls=1)', 'dropped-after-commit(calls=1)']) {
      const run = await runClient(good, { scenario: `book:${scenario}` });
      expect([scenario, run.exchanges.some(isCancelled)]).toEqual([scenario, true]);
    }
  });
});

function statusesOf({ exchanges }: ClientRun, operation: string): unknown[] {
  return exchanges
    .filter(({ exchange }) => exchange.operation === operation)
    .map(({ exchange }) => (receivedBody(exchange) as { status?: unknown } | undefined)?.status);
}

function isCancelled({ exchange }: ClientRun['exchanges'][number]): boolean {
  return exchange.operation === 'cancelReservation' && exchange.response?.status === 200;
}

import { expect, it } from 'vitest';
import { Judge } from '../../../src/check/judge/judge.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import { sketches } from './support/exchanges.ts';

const judge = new Judge(await loadConduct());

it('a request with hundreds of faults is reported with some of them, and not looked through to its end', () => {
  const passengers = Array.from({ length: 900 }, () => ({ id: '', type: 'adult' }));
  const toExchange = sketches();
  const findings = judge.judge('dp_a', toExchange({ operation: 'createFlightOrder', sent: { passengers } }), null);
  const empty = findings.filter(({ rules }) => rules.includes('flight-order.passengers.no-empty-ids'));
  expect(empty.length).toBeGreaterThan(1);
  expect(empty.length).toBeLessThanOrEqual(20);
});

it('a body that is nested deeper than the stack reaches leaves the other verdicts as they are', () => {
  const toExchange = sketches();
  const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) as unknown;
  const refused = { operation: 'priceTransfer', sent: { amenities: deep }, status: 400 } as const;
  for (let i = 0; i < 2; i++) judge.judge('dp_deep', toExchange(refused), null);
  const findings = judge.judge('dp_deep', toExchange({ operation: 'bookTransfer', sent: {} }), null);
  expect(findings.map(({ rules }) => rules).flat()).toContain('transfer.pricing.mandatory');
});

it('a body that is larger than any request of the interface is not judged by its content', () => {
  const toExchange = sketches();
  const text = JSON.stringify({ passengers: Array.from({ length: 20_000 }, () => ({ id: '', type: 'adult' })) });
  const exchange = toExchange({ operation: 'createFlightOrder', sentBody: { text } });
  expect(exchange.request.body.kind).toBe('unknown');
  expect(judge.judge('dp_a', exchange, null).filter(({ pointer }) => pointer !== null)).toEqual([]);
});

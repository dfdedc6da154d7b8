import { describe, expect, it } from 'vitest';
import type { ConductArea } from '../../../src/check/judge/conduct.ts';
import { Judge, MAX_ALL_FINDINGS } from '../../../src/check/judge/judge.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import { MAX_FINDINGS } from '../../../src/check/judge/subject.ts';
import { sketches } from './support/exchanges.ts';

const judge = new Judge(await loadConduct());

it('a request with hundreds of faults is reported with the first ones, and not checked to its end', () => {
  const passengers = Array.from({ length: 900 }, () => ({ id: '', type: 'adult' }));
  const toExchange = sketches();
  const findings = judge.judge('dp_a', toExchange({ operation: 'createFlightOrder', sent: { passengers } }), null);
  const empty = findings.filter(({ rules }) => rules.includes('flight-order.passengers.no-empty-ids'));
  expect(empty.length).toBeGreaterThan(1);
  expect(empty.length).toBeLessThanOrEqual(20);
});

it('a body nested too deeply for the stack leaves the other verdicts unchanged', () => {
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

describe('findings beyond the limits', () => {
  const rules = ['auth.headers.authorization', 'auth.headers.service-id'];
  const area: ConductArea = {
    name: 'a planted area',
    checks: [
      {
        ...{ title: 'a planted check', rules, sees: 'any', occasion: 'a call', wrong: '', right: '', scenarios: [] },
        judge: (view) => {
          const broken = rules[view.exchange.response?.status === 401 ? 0 : 1];
          view.broken({ expected: 'a', actual: 'b', rules: [broken] });
        },
      },
    ],
  };
  const tallyOf = (own: Judge, profile: string) => own.subject(profile)?.tally(area.checks[0], true);

  it('findings of one check leave each broken rule at least one finding', () => {
    const own = new Judge([area]);
    const toExchange = sketches();
    for (let i = 0; i < MAX_FINDINGS + 50; i++) own.judge('dp_a', toExchange({ operation: null, status: 401 }), null);
    own.judge('dp_a', toExchange({ operation: null, status: 403 }), null);
    const found = tallyOf(own, 'dp_a')?.findings.flatMap((finding) => finding.rules);
    expect(new Set(found)).toEqual(new Set(rules));
    expect(found).toHaveLength(MAX_FINDINGS + 1);
  });

  it('findings of all profiles leave each profile its first finding', () => {
    const own = new Judge([area]);
    const profiles = Array.from({ length: MAX_ALL_FINDINGS / MAX_FINDINGS + 50 }, (_, i) => `dp_${i}`);
    for (const profile of profiles) {
      const toExchange = sketches();
      for (let i = 0; i < MAX_FINDINGS; i++) own.judge(profile, toExchange({ operation: null, status: 401 }), null);
    }
    const heldBy = (profile: string) => tallyOf(own, profile)?.findings.length ?? 0;
    expect(Math.min(...profiles.map(heldBy))).toBe(1);
    expect(profiles.reduce((sum, profile) => sum + heldBy(profile), 0)).toBe(MAX_ALL_FINDINGS + profiles.length);
    expect(profiles.map((profile) => tallyOf(own, profile)?.broken)).toEqual(profiles.map(() => MAX_FINDINGS));

    own.forget('dp_0');
    const toExchange = sketches();
    for (let i = 0; i < 2; i++) own.judge('dp_new', toExchange({ operation: null, status: 401 }), null);
    expect(heldBy('dp_new')).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { Judge } from '../../../src/check/judge/judge.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import { verdictsOn } from '../../../src/check/judge/verdicts.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';
import type { Sketch } from './support/exchanges.ts';
import { sketches } from './support/exchanges.ts';

const areas = await loadConduct();
const rules = loadRules();
const RULE = 'transfer.booking.pending.no-resend';
const pending = { operation: 'bookTransfer', sent: { pricingToken: 'pt_1' }, received: { status: 'pending' } } as const;

describe('the judge', () => {
  it('shows a broken rule with two exchanges as evidence', () => {
    const { judged, verdicts } = judge([pending, pending]);
    expect(judged[0]).toEqual([]);
    expect(judged[1]).toMatchObject([{ level: 'broken', rules: [RULE], exchanges: [{ id: 'x1' }, { id: 'x2' }] }]);
    expect(verdicts(false)).toMatchObject({ verdict: 'broken', broken: 1, kept: 0 });
  });

  it('keeps an occasion open until the recording ends', () => {
    const { verdicts } = judge([pending]);
    expect(verdicts(false)).toMatchObject({ verdict: 'open', open: 1 });
    expect(verdicts(true)).toMatchObject({ verdict: 'kept', kept: 1, open: 0 });
  });

  it('does not blame a client for a response that it had not received yet', () => {
    const { verdicts } = judge([pending, { ...pending, overlaps: true }]);
    expect(verdicts(true).broken).toBe(0);
  });

  it('starts again after a reset, and accepts ids that the client received before', () => {
    const one = new Judge(areas);
    const toExchange = sketches();
    const search = toExchange({ operation: 'searchTransfers', received: { searchId: 's1', offers: [] } });
    one.judge('dp_a', search, null);
    one.restart('dp_a');
    const subject = one.subject('dp_a');
    expect(subject?.exchanges).toBe(0);
    expect(subject?.known.transferSearch('s1')).toBe(search);
    expect(subject?.known.gap).toBeNull();
  });

  it('counts from zero after it starts again', () => {
    const one = new Judge(areas);
    const toExchange = sketches();
    const missed = { operation: null, method: 'GET', target: '/nowhere', status: 404 } as const;
    const warned = () => {
      const subject = one.subject('dp_a');
      return verdictsOn(subject ? [subject] : [], areas, rules, false).summary.warn;
    };
    one.judge('dp_a', toExchange(missed), null);
    expect(warned()).toBe(1);
    one.restart('dp_a');
    expect(warned()).toBe(0);
    one.judge('dp_a', toExchange(missed), null);
    expect(warned()).toBe(1);
  });

  it('has a global memory limit, and drops the oldest data of the largest profile', () => {
    const one = new Judge(areas);
    const toExchange = sketches();
    const search = (searchId: string, bytes: number) =>
      toExchange({ operation: 'searchTransfers', received: { searchId, offers: [] }, bytes });
    one.judge('dp_small', search('s0', 1_000_000), null);
    for (let i = 1; i <= 100; i++) one.judge('dp_large', search(`s${i}`, 1_000_000), null);
    const [small, large] = [one.subject('dp_small')?.known, one.subject('dp_large')?.known];
    expect([small?.gap, large?.gap]).toEqual([null, 'older responses are no longer stored']);
    expect([large?.transferSearch('s1'), large?.transferSearch('s100') === undefined]).toEqual([undefined, false]);
    expect(small?.transferSearch('s0')).toBeDefined();
  });

  it('drops exchanges when single exchanges of all profiles exceed the global limit', () => {
    const one = new Judge(areas);
    const toExchange = sketches();
    const search = () => toExchange({ operation: 'searchTransfers', received: { offers: [] }, bytes: 1_000_000 });
    for (let i = 0; i < 150; i++) one.judge(`dp_${i}`, search(), null);
    const held = one.profiles().filter((profile) => (one.subject(profile)?.known.bytes ?? 0) > 0);
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThanOrEqual(100);
  });

  it('never reports a rule without an occasion as kept', () => {
    expect(judge([{ operation: 'searchTransfers' }]).verdicts(true)).toMatchObject({
      verdict: 'not met',
      scenarios: expect.arrayContaining(['pending']),
    });
  });
});

function judge(exchanges: readonly Sketch[]) {
  const one = new Judge(areas);
  const toExchange = sketches();
  const judged = exchanges.map((sketch) =>
    one.judge('dp_a', toExchange(sketch), null).filter((finding) => finding.rules.includes(RULE)),
  );
  const verdicts = (ended: boolean) => {
    const subject = one.subject('dp_a');
    const found = verdictsOn(subject ? [subject] : [], areas, rules, ended).rules.find(({ id }) => id === RULE);
    if (!found) throw new Error('no verdict');
    return found;
  };
  return { judged, verdicts };
}

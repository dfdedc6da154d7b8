import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../../src/check/judge/finding.ts';
import type { JournalSource } from '../../../../src/check/judge/live/journal-source.ts';
import { SandboxJudge } from '../../../../src/check/judge/live/sandbox-judge.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import type { JournalMark } from '../../../../src/exchange/journal-mark.ts';
import type { KeyPair } from '../../../../src/index.ts';
import { loadSpec } from '../../../../src/interface/openapi/load-spec.ts';
import { startSandbox } from '../../../../src/server/create-sandbox.ts';
import type { Service } from '../../../../src/service.ts';
import { stateClient } from '../../../control-api/state-client.ts';
import { NO_RESEND } from '../../../control-api/verdicts-client.ts';
import { sizeOf } from '../../../support/full-size.ts';

const spec = await loadSpec();
let recorded: Exchange[];
let keys: KeyPair;

beforeAll(async () => {
  let service: Service | undefined;
  const sandbox = await startSandbox({ log: 'silent' }, { service: (made) => (service = made) });
  keys = await sandbox.addProfile();
  const client = stateClient(await sandbox.listen(), keys);
  for (let i = 0; i < 3; i++) {
    const priced = await client.price({ pickupDateTime: `2027-03-15T${10 + i}:30:00` });
    await client.book(priced, '?scenario=pending');
    await client.read(`searchId=${priced.searchId}`);
    await client.book(priced);
  }
  await service?.journal.flush();
  recorded = (await service?.store.journal.all(keys.profileCode))?.exchanges ?? [];
  await sandbox.close();
});

/** A journal in memory. Exchanges are a second apart, in whatever order they are written. */
function journal() {
  const written: Exchange[] = [];
  const mark = {
    state: 1,
    dropped: 0,
    clearedExchange: 0,
    unknownBefore: null,
    knownBefore: null,
    hasUnwritten: false,
  };
  const none = { ever: 0, dropped: 0 };
  let reads = 0;
  const source: JournalSource = {
    isShared: true,
    settle: () => Promise.resolve({ missing: null, until: Infinity }),
    settleToDrop: () => Promise.resolve({ until: Infinity, isConfirmed: true }),
    others: () => Promise.resolve([]),
    read(_code, after) {
      const { dropped, ...rest } = mark;
      const last = written.length;
      const current: JournalMark = { ...rest, last, authenticated: { ever: last, dropped }, unauthenticated: none };
      const from = after(current, new Set());
      const exchanges = written.filter(({ sequence }) => sequence > from && sequence > mark.dropped);
      reads += exchanges.length;
      return Promise.resolve({
        mark: current,
        exchanges: exchanges.map((exchange) => ({
          exchangeId: exchange.exchangeId,
          authenticated: true,
          exchange: { ...exchange },
          isWaiting: false,
        })),
      });
    },
    clear: () => Promise.resolve(void (mark.clearedExchange = written.length)),
  };
  return {
    source,
    mark,
    reads: () => reads,
    write: (at: number): void => {
      const exchange = recorded[at];
      if (!exchange) throw new Error(`there is no exchange ${at}`);
      const instants = { began: 1000 * at, ended: 1000 * at + 500, isRough: true };
      written.push({ ...exchange, ...instants, profileCode: keys.profileCode, sequence: written.length + 1 });
    },
  };
}

function judgeOf(source: JournalSource) {
  const judge = new SandboxJudge({
    ...{ source, spec, serviceIdHeader: 'X-Service-Id' },
    reportError: (error) => expect.unreachable(String(error)),
  });
  const read = () => judge.verdicts(keys.profileCode, true);
  return { judge, read };
}

describe('the judge of a shared journal', () => {
  it('has the same verdicts for every write order, and always those of a new judge', async () => {
    const inOrder = journal();
    recorded.forEach((_, at) => inOrder.write(at));
    const expected = await judgeOf(inOrder.source).read();
    expect(expected.rules.find(({ id }) => id === NO_RESEND)).toMatchObject({ verdict: 'broken', broken: 3 });
    const orders = fc.shuffledSubarray(
      recorded.map((_, at) => at),
      { minLength: recorded.length },
    );
    const readAfter = fc.array(fc.boolean(), { minLength: recorded.length, maxLength: recorded.length });
    await fc.assert(
      fc.asyncProperty(orders, readAfter, async (order, reads) => {
        const { source, write } = journal();
        const { read } = judgeOf(source);
        for (const [i, at] of order.entries()) {
          write(at);
          if (reads[i]) expect(await read()).toEqual(await judgeOf(source).read());
        }
        expect(await read()).toEqual(expected);
      }),
      { numRuns: sizeOf(5, 50), seed: 32 },
    );
  });

  it('reads each exchange once if exchanges arrive in order', async () => {
    const { source, write, reads } = journal();
    const { read } = judgeOf(source);
    for (const at of recorded.keys()) {
      write(at);
      await read();
    }
    expect(reads()).toBe(recorded.length);
  });

  it('reports each finding once to its watchers, even after a late exchange', async () => {
    const { source, write } = journal();
    const { judge, read } = judgeOf(source);
    const reported: string[] = [];
    await read();
    judge.watchers.add(keys.profileCode, {
      judged: (findings: readonly Finding[]) => reported.push(...findings.flatMap(({ rules }) => rules)),
      restart: () => reported.push('restart'),
      end: () => reported.push('end'),
    });
    const [first = 0, ...others] = recorded.keys();
    for (const at of [...others, first]) {
      write(at);
      await read();
    }
    expect(reported.filter((rule) => rule === NO_RESEND)).toHaveLength(3);
    expect(reported.filter((rule) => rule === 'restart' || rule === 'end')).toEqual([]);
    await judge.clear(keys.profileCode);
    await read();
    expect(reported.at(-1)).toBe('restart');
    expect(reported.filter((rule) => rule === NO_RESEND)).toHaveLength(3);
  });

  it('keeps its results when the journal drops exchanges later, and a new judge reports what is missing', async () => {
    const { source, mark, write } = journal();
    const { read } = judgeOf(source);
    recorded.forEach((_, at) => write(at));
    const before = await read();
    mark.dropped = 3;
    expect(await read()).toEqual(before);
    const verdicts = await judgeOf(source).read();
    expect(verdicts).toMatchObject({
      exchanges: recorded.length - 3,
      unjudged: expect.stringMatching(/3 older exchanges/),
    });
    expect(verdicts.rules.find(({ id }) => id === 'transfer.identifiers.search-id')?.broken).toBe(0);
  });

  it('reports an exchange that was dropped unread as missing', async () => {
    const { source, mark, write } = journal();
    const { read } = judgeOf(source);
    for (const at of [0, 1]) write(at);
    expect(await read()).toMatchObject({ unjudged: null, gap: null });
    for (const at of [2, 3]) write(at);
    mark.dropped = 3;
    expect(await read()).toMatchObject({ exchanges: 3, unjudged: expect.stringMatching(/1 older exchange/) });
  });

  it('leaves the exchanges of the latest millisecond to the next read', async () => {
    const { source, write } = journal();
    let until = 2600;
    const { read } = judgeOf({ ...source, settle: () => Promise.resolve({ missing: null, until }) });
    for (const at of [0, 1, 3, 2, 4]) write(at);
    expect(await read()).toMatchObject({ exchanges: 3, unjudged: null, gap: null });
    until = Infinity;
    for (const at of recorded.keys()) if (at > 4) write(at);
    const all = await read();
    const inOrder = journal();
    recorded.forEach((_, at) => inOrder.write(at));
    expect(all).toEqual(await judgeOf(inOrder.source).read());
  });

  it('reports a failure of a check as missing calls, until the verdicts begin again', async () => {
    const errors: unknown[] = [];
    const { source, write } = journal();
    write(0);
    const broken: JournalSource = {
      ...source,
      async read(code, after) {
        const part = await source.read(code, after);
        for (const { exchange } of part?.exchanges ?? []) if (exchange.sequence === 1) exchange.request = null as never;
        return part;
      },
    };
    const judge = new SandboxJudge({
      ...{ source: broken, spec, serviceIdHeader: 'X-Service-Id' },
      reportError: (error) => errors.push(error),
    });
    expect(await judge.verdicts(keys.profileCode, true)).toMatchObject({
      unjudged: expect.stringMatching(/^the judge failed on some calls/),
    });
    expect(errors).toHaveLength(1);
    await judge.clear(keys.profileCode);
    expect(await judge.verdicts(keys.profileCode, true)).toMatchObject({ unjudged: null });
  });

  it('judges once for all concurrent readers', async () => {
    const { source, write, reads } = journal();
    const { judge } = judgeOf(source);
    recorded.forEach((_, at) => write(at));
    await Promise.all(Array.from({ length: 20 }, () => judge.counts(keys.profileCode)));
    expect(reads()).toBe(recorded.length);
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { processors } from '../../../src/base/processors.ts';
import { writeEvidence } from '../../../src/check/exam/command.ts';
import { ControlWatch } from '../../../src/check/exam/control-watch.ts';
import { explore, holdExam } from '../../../src/check/exam/exam.ts';
import { examine } from '../../../src/check/exam/examine.ts';
import { shrink } from '../../../src/check/exam/explore.ts';
import { present, renderDiscoveries } from '../../../src/check/exam/present.ts';
import type { SituationResult } from '../../../src/check/exam/result.ts';
import type { Candidate, ClientEnd } from '../../../src/check/exam/run-client.ts';
import type { Situation } from '../../../src/check/exam/situation.ts';
import { renderAnnotations, renderMarkdown } from '../../../src/check/report/formats/github.ts';
import { renderJson } from '../../../src/check/report/formats/json.ts';
import { renderJunit } from '../../../src/check/report/formats/junit.ts';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { exitCodeOf } from '../../../src/check/report/report.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import type { Credential } from '../../../src/config/credential.ts';
import { createExamSandbox } from '../../../src/server/create-sandbox.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const folder = temporaryFolder();

import { readCommand, reportOf } from './habit-command.ts';

describe('an exam', () => {
  const command = readCommand('believes-200', { only: ['book-transfer.failed', 'book-transfer.plain'], strict: false });

  it('reports in every form which situation failed and why', async () => {
    const { results, durationMs } = await holdExam({ ...command, situations: command.applicable });
    const report = await reportOf(command, results, durationMs);
    const shown = present(report);
    expect(exitCodeOf(shown)).toBe(1);
    expect(report.situations.map(({ name, standing }) => [name, standing])).toEqual([
      ['book-transfer.plain', 'passed'],
      ['book-transfer.failed', 'failed'],
    ]);
    const belief = 'The client says booked, and nothing is there.';
    expect(renderText(shown, { paint: colourless, quiet: false })).toContain(`belief: ${belief}`);
    expect(renderJunit(shown)).toContain(`<failure message="belief: ${belief}" type="failure">`);
    expect(JSON.parse(renderJson(shown))).toMatchObject({ summary: { passed: 1, failed: 1 } });
    expect(renderAnnotations(shown)).toMatch(
      /^::error title=book-transfer\.failed::.*: The client says booked, and nothing is there\.$/m,
    );
    expect(renderMarkdown(shown)).toContain('1 passed, 1 failed');
    writeEvidence(folder, report);
    expect(readdirSync(join(folder, 'book-transfer.failed')).sort()).toContain('exchanges.json');
  });

  it('finds random events that break a client, and repeats them with one scenario', async () => {
    const rebooks = readCommand('rebooks', { tasks: ['book-transfer'], only: [], strict: false });
    const discoveries = await explore({ ...rebooks, runs: 1, tasks: ['book-transfer'], seed: 't91' });
    expect(discoveries).toHaveLength(1);
    expect(discoveries[0]?.events).toHaveLength(2);
    const text = renderDiscoveries(discoveries, 1, colourless);
    expect(text).toMatch(/^FAILED book-transfer under book:[\w-]+-after-commit\(calls=\d\)\n/);
    expect(text).toMatch(/truth: Booked more than once: expected at most 1, found \d reservations/);
  });
});

describe('two exams with one seed', () => {
  const command = readCommand('believes-200', { only: ['book-transfer.failed'], strict: false });
  const facts = async () => {
    const seen: { keys: string[]; prices: unknown }[] = [];
    const candidate: Candidate = {
      ...command.candidate,
      async run({ baseUrl, keys, trip }) {
        const { publicKey, secretKey, profileCode } = keys;
        const call = caller(baseUrl, keys);
        const { searchId, offers } = await call<{ searchId: string; offers: { totalAmount: number }[] }>('/search', {
          ...{ pickup: { iataCode: trip.from }, dropoff: { address: trip.to }, passengers: 1 },
          pickupDateTime: `${trip.date}T${trip.time}:00`,
        });
        seen.push({
          keys: [profileCode, publicKey, secretKey, searchId],
          prices: offers.map(({ totalAmount }) => totalAmount),
        });
        return DECLINED;
      },
    };
    await holdExam({ ...command, situations: command.applicable, candidate, parallel: 1 });
    return seen;
  };

  it('have the same prices, but new keys and ids', async () => {
    const [[first], [second]] = [await facts(), await facts()];
    expect(first?.prices).toEqual(second?.prices);
    expect(first?.keys.filter((one) => second?.keys.includes(one))).toEqual([]);
    expect(first?.keys).toHaveLength(4);
  });
});

describe('a flight client in order-flight.stale-offer', () => {
  const command = readCommand('believes-200', { only: ['order-flight.stale-offer'], strict: false });
  const hold = async (isLawful: boolean) => {
    let runs = 0;
    const run: Candidate['run'] = async ({ baseUrl, keys, trip }) => {
      const pauseMs = runs++ % 2 === 0 ? 0 : 1200;
      const call = caller(baseUrl, keys);
      for (;;) {
        const { offers } = await call<{ offers: FlightOffer[] }>('/v1/flights/search', {
          slices: [{ origin: trip.from, destination: trip.to, departure_date: trip.date }],
          ...{ passengers: [{ type: 'adult' }], cabin_class: 'economy' },
        });
        const [offer] = offers;
        if (!offer) return DECLINED;
        await wait(pauseMs);
        const place = `${offer.gdsprovider}/${offer.offerId}`;
        const passengers = [{ type: 'adult' }];
        await call(`/v1/flights/order/required-fields/${place}`, { offerId: offer.offerId, passengers });
        if (isLawful && Date.parse(offer.expiresAt) <= Date.now()) continue;
        await call(`/v1/flights/order/${place}`, { currency: offer.currency, type: 'instant', passengers: [] });
        return DECLINED;
      }
    };
    const watch = new ControlWatch();
    const sandbox = await createExamSandbox({ watch, log: 'silent', seed: 'stale' });
    const room = { sandbox, baseUrl: await sandbox.listen(), watch, key: 'exam' };
    const candidate = { ...command.candidate, run };
    const situations = Array(10).fill(command.applicable).flat() as Situation[];
    const results = await Promise.all(situations.map((situation) => examine(situation, candidate, room)));
    await sandbox.close();
    return results.map(({ findings }) => findings.some(({ rules }) => rules.includes('offer.expiry.ends-offer')));
  };

  it('fails each time if it orders without checking expiresAt', async () => {
    expect(await hold(false)).toEqual(Array(10).fill(true));
  });

  it('breaks no rule if it compares expiresAt with its own clock', async () => {
    expect(await hold(true)).toEqual(Array(10).fill(false));
  });
});

interface FlightOffer {
  gdsprovider: number;
  offerId: string;
  expiresAt: string;
  currency: string;
}

/** Returns a function that posts to the service with a key pair. */
function caller(baseUrl: string, { secretKey, publicKey, profileCode }: Credential) {
  const headers = {
    ...{ Authorization: `Bearer ${secretKey}`, 'X-Service-Id': `${publicKey}:${profileCode}` },
    'Content-Type': 'application/json',
  };
  return async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as Body;
  };
}

describe('a selection of situations', () => {
  it.each([
    ['book-transfer.failed', ['book-transfer.failed']],
    ['book-transfer.fail', ['book-transfer.failed', 'book-transfer.failed-once']],
  ])('contains for %s the situation of that name, or all that begin with it', (only, names) => {
    const { applicable } = readCommand('believes-200', { only: [only], strict: false });
    expect(applicable.map(({ name }) => name)).toEqual(names);
  });
});

describe('a client that crashes before its first call', () => {
  const command = readCommand('crashes', { only: ['book-transfer.plain', 'order-flight.no-offers'], strict: false });
  const hold = (crashing: string[]) =>
    holdExam({
      openSandbox: createExamSandbox,
      situations: [...command.applicable, ...command.applicable.map((one) => ({ ...one, name: `${one.name}-again` }))],
      candidate: {
        ...command.candidate,
        run: ({ task }) => Promise.resolve(crashing.includes(task) ? CRASH : DECLINED),
      },
      parallel: 1,
      seed: 'exam',
    });

  it('ends the exam after crashing in every task, with its output and the next step', async () => {
    await expect(hold(['book-transfer', 'order-flight'])).rejects.toThrow(
      [
        'the client ran once for each task, ended with exit code 1 and made no call; ' +
          'the other 2 situations were not run',
        '| Error: no such module',
        '| at line 1',
        'Run the client by itself until it starts. It finds the service at TAXIWAY_BASE_URL.',
      ].join('\n'),
    );
  });

  it('does not end the exam if it declines another task', async () => {
    const { results } = await hold(['book-transfer']);
    expect(results.map(({ findings }) => findings.some(({ kind }) => kind === 'crash'))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('is not explored with random events', async () => {
    const exploring = explore({ ...command, runs: 3, tasks: ['book-transfer'] });
    await expect(exploring).rejects.toThrow('ended with exit code 1 and made no call; the 3 runs were not run');
  });
});

describe('situations at once', () => {
  const command = readCommand('believes-200', { only: ['book-transfer.failed'], strict: false });
  const limit = processors + 2;
  const hold = async (isBusy: () => boolean, run: (running: number) => Promise<unknown>) => {
    let [running, most] = [0, 0];
    const candidate = {
      ...command.candidate,
      async run() {
        most = Math.max(most, ++running);
        await run(running);
        running--;
        return DECLINED;
      },
    };
    const situations = [...Array(limit + 2).keys()].flatMap((n) =>
      command.applicable.map((one) => ({ ...one, name: `${one.name}-${n}` })),
    );
    await holdExam({ ...command, situations, candidate, parallel: limit, isBusy });
    return most;
  };

  /** Returns a wait for as many running clients: the first ones of a slow machine would end before the next begins. */
  const reaches = (number: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return (running: number) => {
      if (running === number) resolve();
      return promise;
    };
  };

  it('run as many as --parallel permits while the processors have idle time', async () => {
    const most = await hold(() => false, reaches(limit));
    expect(most).toBe(limit);
  });

  it('run one per processor while the processors are busy', async () => {
    let asked = 0;
    const reached = reaches(processors);
    const most = await hold(
      () => asked++ >= 0,
      async (running) => {
        await reached(running);
        while (asked < 3) await wait(10);
      },
    );
    expect(most).toBe(processors);
  });
});

describe('a client that changes its profile', () => {
  it.each([
    ['resets', 'reset its profile'],
    ['removes', 'removed its profile or revoked its key'],
  ])('fails, and the exam goes on, when it %s its profile', async (habit, done) => {
    const command = readCommand(habit, { only: ['book-transfer.plain'], strict: false });
    const { results } = await holdExam({ ...command, situations: command.applicable, parallel: 1 });
    expect(results.map(({ findings }) => findings.map(({ kind, message }) => `${kind}: ${message}`))).toEqual([
      [expect.stringContaining(`meddling: The client ${done} under /_sandbox`)],
    ]);
  });
});

describe('a client that books twice and cancels one of the two', () => {
  it('fails because one reservation is still active', async () => {
    const flags = { only: ['cancel-transfer.plain'], tasks: ['cancel-transfer'], strict: false };
    const command = readCommand('cancels-one-of-two', flags);
    const { results } = await holdExam({ ...command, situations: command.applicable, parallel: 1 });
    expect(results.map(({ verdict, findings }) => [verdict, ...findings.map(({ message }) => message)])).toEqual([
      [
        'failed',
        expect.stringMatching(/^Another reservation is active in addition to the cancelled one: [0-9a-f]{32}\.$/),
      ],
    ]);
  });
});

describe('a run that breaks a client', () => {
  it('shrinks to the events that the failure needs', async () => {
    const events = ['read:502', 'book:dropped', 'book:slow', 'pricing:502'];
    const broken = result('failed');
    const tried: string[] = [];
    const { shortest } = await shrink('book-transfer', events, broken, (situation) => {
      tried.push(situation.armed);
      const breaks = ['book:dropped', 'pricing:502'].every((event) => situation.armed.includes(event));
      return Promise.resolve(breaks ? broken : result('passed'));
    });
    expect(shortest).toEqual(['book:dropped', 'pricing:502']);
    expect(tried[0]).toBe('book:dropped,book:slow,pricing:502');
  });

  it('shrinks to the lowest counts that still make the client fail', async () => {
    const broken = result('failed');
    const { shortest } = await shrink(
      'book-transfer',
      ['book:pending(reads=4,calls=2)', 'read:502(calls=2)'],
      broken,
      (situation) => {
        const [, reads = 0] = /reads=(\d)/.exec(situation.armed) ?? [];
        return Promise.resolve(Number(reads) >= 3 ? broken : result('passed'));
      },
    );
    expect(shortest).toEqual(['book:pending(reads=3,calls=1)']);
  });
});

function result(verdict: SituationResult['verdict']): SituationResult {
  return {
    situation: 'explore.book-transfer',
    verdict,
    ...{ runs: 1, failures: verdict === 'passed' ? 0 : 1 },
    slowness: null,
    findings: verdict === 'passed' ? [] : [{ kind: 'truth', message: 'twice', rules: [], conduct: null }],
    warnings: [],
    truth: { made: [], alive: [], strays: [], ended: [], pending: 0, names: [], contents: [] },
    stated: [],
    advice: [],
    clients: [],
    journal: [],
    verdicts: { exchanges: 0, decided: 0, summary: NONE, rules: [], advice: [] },
    calls: 0,
    durationMs: 0,
  };
}

const CRASH: ClientEnd = {
  exitCode: 1,
  how: 'exited',
  reason: '',
  stdout: '',
  stderr: 'Error: no such module\n    at line 1\n',
  wroteSecret: false,
  durationMs: 1,
  leftBehind: [],
};
const DECLINED: ClientEnd = { ...CRASH, exitCode: 3, stderr: '' };
const NONE = { broken: 0, warn: 0, open: 0, kept: 0, undecided: 0, 'not met': 0, unobservable: 0 };

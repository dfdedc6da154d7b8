import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { App } from '../check/exam/led-app.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { leadExam, stepsOf } from './led-exam.ts';

const serve = (store: string) => serveTaxiway(['--store', store, '--log', 'silent']);

it(
  'an exam continues after kill -9 with every statement that was accepted, and the same keys',
  { timeout: 90_000 },
  async () => {
    const store = temporaryFile();
    const only = ['book-transfer.no-offers', 'book-transfer.failed', 'book-transfer.plain', 'book-transfer.pending'];
    let taxiway = await serve(store);
    const first = await leadExam(taxiway.baseUrl, only);
    const { profileCode, key, keys, trip } = first;
    let steps: Pick<typeof first, 'call' | 'until'> = first;
    const accepted: number[] = [];
    for (const situation of [1, 2, 3]) {
      const { open, isKept } = await steps.until('waiting');
      expect([open.number, isKept]).toEqual([situation, true]);
      await new App(taxiway.baseUrl, keys).search(trip);
      const stating = steps.call('POST', '/statement', { situation, outcome: 'not booked' }).then(
        ({ status }) => status,
        () => 'cut off',
      );
      // The second one is cut off somewhere in the middle; whatever was accepted stays.
      if (situation === 2) await wait(5);
      else expect(await stating).toBe(200);
      taxiway.kill('SIGKILL');
      await taxiway.ended;
      taxiway = await serve(store);
      steps = stepsOf(taxiway.baseUrl, profileCode, key);
      if ((await stating) === 200) accepted.push(situation);
      const { situations, hasKey, keys: same } = (await steps.call('GET', '')).body.exam;
      const numbers: number[] = situations.map(({ number }: { number: number }) => number);
      expect(numbers).toEqual(expect.arrayContaining(accepted));
      expect([hasKey, same]).toEqual([true, keys]);
      if (!numbers.includes(situation)) {
        await steps.until('waiting');
        await steps.call('POST', '/skip', { situation });
      }
    }
    expect((await steps.until('waiting')).open.number).toBe(4);
    await steps.call('POST', '/skip', { situation: 4 });
    const { situations } = await steps.until('over');
    expect(situations.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4]);
    taxiway.kill('SIGKILL');
    await taxiway.ended;
    taxiway = await serve(store);
    steps = stepsOf(taxiway.baseUrl, profileCode, key);
    await steps.until('over');
    const report = await steps.call('GET', '/files/certificate.json');
    expect(report.status).toBe(200);
    expect((await steps.call('DELETE', '')).status).toBe(200);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
  },
);

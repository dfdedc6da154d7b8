import { afterAll, expect, it } from 'vitest';
import { ControlWatch } from '../../../src/check/exam/control-watch.ts';
import { examine } from '../../../src/check/exam/examine.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { createSandbox } from '../../../src/index.ts';
import { misstated } from './misstated.ts';

const sandbox = await createSandbox({ seed: 'content', log: 'silent', demoCredentials: false });
afterAll(() => sandbox.close());

it(
  'a client that states dollars as euros, or the hour in UTC, fails with a wrong belief',
  { timeout: 30_000 },
  async () => {
    const [situation] = situations.filter(({ name }) => name === 'book-transfer.in-dollars');
    if (!situation) throw new Error('no such situation');
    const wrong = misstated((stated) => ({ ...stated, currency: 'EUR', pickup: stated.pickup?.replace('T11', 'T10') }));
    const { findings, stated } = await examine(situation, wrong, {
      sandbox,
      baseUrl: await sandbox.listen(),
      watch: new ControlWatch(),
      key: 'exam',
    });
    expect(findings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      expect.stringMatching(/^truth: The client states the currency EUR; booking \w+ has USD\.$/),
      expect.stringMatching(/^truth: The client states the local time \S+T10:30:00\S+; booking \w+ has \S+T11:30/),
    ]);
    expect(stated.map(({ grade }) => grade)).toEqual(['content']);
  },
);

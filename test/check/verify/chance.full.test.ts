import { describe, expect, it } from 'vitest';
import { acceptanceCheck } from '../../../src/check/verify/run/closing-checks.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import defects from '../../defects/planted/refusals.ts';
import { present } from '../../support/present.ts';
import { runContracts } from './run-contracts.ts';

const RUNS = 10;
const byChance = [
  'refuses-one-search-in-5-with-invalid-request',
  'refuses-one-order-in-5-with-internal-error',
  'refuses-one-pricing-in-5-with-token-expired',
  'refuses-one-booking-in-5-with-supplier-rejected',
  'loses-one-read-in-seven',
].map((name) =>
  present(
    defects.find((defect) => defect.name === name),
    name,
  ),
);

describe.each(byChance)('a service that $name', { timeout: 300_000 }, ({ rule, plant }) => {
  it(`breaks ${rule} and no other rule, in ten runs of ten`, async () => {
    const sandbox = await startSandbox({ seed: 'chance', log: 'silent', judge: false }, plant);
    try {
      const baseUrl = await sandbox.listen();
      for (let count = 0; count < RUNS; count++) {
        const report = await runContracts({ baseUrl });
        expect(report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([rule]);
        expect(report.contracts.find(({ title }) => title === acceptanceCheck.title)?.findings).toMatchObject([
          {
            actual: expect.stringMatching(/^\d+ of \d+ valid calls refused, the first with .*; call \d+ is accepted$/),
            exchange: expect.objectContaining({}),
            counterpart: expect.objectContaining({}),
          },
        ]);
      }
    } finally {
      await sandbox.close();
    }
  });
});

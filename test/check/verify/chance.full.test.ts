import { expect, it } from 'vitest';
import { acceptanceCheck } from '../../../src/check/verify/run/closing-checks.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import defects from '../../defects/planted/refusals.ts';
import { together } from '../../defects/plants.ts';
import { present } from '../../support/present.ts';
import { runContracts } from './run-contracts.ts';

const RUNS = 10;
/** Each at another operation, so that one service can have them all. */
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

it(
  'a service that refuses some calls of five operations breaks the five rules and no other, in ten runs of ten',
  { timeout: 300_000 },
  async () => {
    const plant = together(...byChance.map((defect) => defect.plant));
    const sandbox = await startSandbox({ seed: 'chance', log: 'silent', judge: false }, plant);
    try {
      const baseUrl = await sandbox.listen();
      for (let count = 0; count < RUNS; count++) {
        const report = await runContracts({ baseUrl });
        const red = report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
        expect(red.sort()).toEqual(byChance.map(({ rule }) => rule).sort());
        const findings = report.contracts.find(({ title }) => title === acceptanceCheck.title)?.findings;
        expect(findings).toMatchObject(
          byChance.map(() => ({
            actual: expect.stringMatching(/^\d+ of \d+ valid calls refused, the first with .*; call \d+ is accepted$/),
            exchange: expect.objectContaining({}),
            counterpart: expect.objectContaining({}),
          })),
        );
      }
    } finally {
      await sandbox.close();
    }
  },
);

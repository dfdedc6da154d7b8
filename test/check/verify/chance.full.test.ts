import { expect, it } from 'vitest';
import { acceptanceCheck } from '../../../src/check/verify/run/closing-checks.ts';
import type { OrderPassenger } from '../../../src/interface/api.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import { refuseOrders } from '../../defects/order-plants.ts';
import defects from '../../defects/planted/refusals.ts';
import { together } from '../../defects/plants.ts';
import { sizeOf } from '../../support/full-size.ts';
import { present } from '../../support/present.ts';
import { runContracts } from './run-contracts.ts';

const RUNS = sizeOf(2, 10);
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
  `a service that refuses some calls of five operations breaks exactly those five rules in each of ${RUNS} runs`,
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

it('a flawed call is undecided if valid calls fail the same way by chance', { timeout: 300_000 }, async () => {
  const plant = refuseOrders('internal_error', ({ passengers }) => !hasCountryCodes(passengers) || every5th());
  const sandbox = await startSandbox({ seed: 'chance', log: 'silent', judge: false }, plant);
  try {
    const { rules, contracts } = await runContracts({ baseUrl: await sandbox.listen() });
    expect(rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual(['flight-order.endpoint']);
    const title = 'a document without issuing_country_code is refused if required-fields requires documentCountryCode';
    expect(contracts.find((contract) => contract.title === title)).toMatchObject({
      verdict: 'not exercised',
      reason: expect.stringContaining('createFlightOrder returned 500 internal_error'),
    });
  } finally {
    await sandbox.close();
  }
});

let orders = 0;
function every5th(): boolean {
  return ++orders % 5 === 0;
}

function hasCountryCodes(passengers: readonly OrderPassenger[]): boolean {
  return passengers.every(({ identity_documents: all = [] }) =>
    all.every(({ issuing_country_code: code }) => code !== undefined),
  );
}

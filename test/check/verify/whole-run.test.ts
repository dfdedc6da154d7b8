import { expect, it } from 'vitest';
import type { Contract } from '../../../src/check/verify/contract.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import { alterBodies, together } from '../../defects/plants.ts';
import { runContracts } from './run-contracts.ts';

it(
  'a contract of the whole run judges the calls of all other contracts after they end',
  { timeout: 60_000 },
  async () => {
    const sandbox = await startSandbox({ seed: 'whole-run', log: 'silent', judge: false });
    const seen: number[] = [];
    const rules = ['flight-search.endpoint'];
    const last: Contract = {
      title: 'last',
      rules,
      calls: [],
      atEnd: true,
      check: async ({ recording }) => void seen.push(recording.calls.length),
    };
    const first: Contract = {
      title: 'first',
      rules,
      calls: ['searchFlights'],
      check: async (trial) => {
        await trial.searchFlights();
        await trial.searchFlights();
      },
    };
    try {
      await runContracts({ baseUrl: await sandbox.listen(), areas: [{ name: 'order', contracts: [last, first] }] });
    } finally {
      await sandbox.close();
    }
    expect(seen).toEqual([2]);
  },
);

it('a rule broken by some responses states how many, and names one that keeps it', { timeout: 60_000 }, async () => {
  let count = 0;
  const everySecond = alterBodies(['searchFlights'], ({ offers }) => {
    if (++count % 2 === 0) for (const offer of offers) delete offer.CO2EmissionsKg;
  });
  const sandbox = await startSandbox({ seed: 'whole-run', log: 'silent', judge: false }, everySecond);
  try {
    const report = await runContracts({
      baseUrl: await sandbox.listen(),
      credential: sandbox.demoKeys,
      only: ['offer.fields.co2-emissions'],
    });
    const findings = report.contracts.flatMap((contract) => contract.findings);
    expect(findings.find(({ rules }) => rules.includes('offer.fields.co2-emissions'))?.actual).toMatch(
      /^nothing, in \d+ of \d+ responses; call \d+ is as expected$/,
    );
  } finally {
    await sandbox.close();
  }
});

it(
  'a booking that the target loses later is reported at the end of the run, and no other booking is',
  { timeout: 60_000 },
  async () => {
    let count = 0;
    const lost = new Set<unknown>();
    const everyThird = together(
      alterBodies(['bookTransfer'], ({ status, searchId }) => {
        if (status === 'completed' && ++count % 3 === 0) lost.add(searchId);
      }),
      alterBodies(['getReservation'], ({ searchId }) => {
        if (lost.has(searchId)) throw new Refusal('reservation_not_found');
      }),
    );
    const sandbox = await startSandbox({ seed: 'whole-run', log: 'silent', judge: false }, everyThird);
    try {
      const report = await runContracts({
        baseUrl: await sandbox.listen(),
        credential: sandbox.demoKeys,
        only: [
          'transfer.endpoints.details',
          'transfer.identifiers.booking-token',
          'transfer.identifiers.pricing-token',
        ],
      });
      const findings = report.contracts.flatMap((contract) => contract.findings);
      expect(findings).toContainEqual(
        expect.objectContaining({
          expected: expect.stringMatching(/^the reservation "\w+" of call \d+$/),
          actual: expect.stringMatching(/reservation_not_found.*, in \d+ of \d+ responses; call \d+ is as expected$/),
        }),
      );
      expect(new Set(findings.flatMap(({ rules }) => rules))).toEqual(new Set(['transfer.endpoints.details']));
    } finally {
      await sandbox.close();
    }
  },
);

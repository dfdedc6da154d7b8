import { describe, expect, it } from 'vitest';
import { renderBaseline } from '../../../src/check/report/baseline.ts';
import { renderJunit } from '../../../src/check/report/formats/junit.ts';
import { conclude } from '../../../src/check/verify/conclusion.ts';
import type { Contract } from '../../../src/check/verify/contract.ts';
import { passengerPositions } from '../../../src/check/verify/fixtures/order-positions.ts';
import { expectRefusedAt } from '../../../src/check/verify/fixtures/positions.ts';
import { present } from '../../../src/check/verify/present.ts';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Seam } from '../../../src/server/create-sandbox.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import { alterPassengers } from '../../defects/order-plants.ts';
import { alterBodies, around, together } from '../../defects/plants.ts';
import { runContracts } from './run-contracts.ts';

/** Positions with a second passenger, and the failure of the contract there. */
const SECOND = ['passenger 2 of an order of gdsprovider 1 in USD', 'passenger 2 of a hold'];
const BROKEN = { rule: 'flight-order.passengers.title', contract: 'a title that is a number is refused' };

const firstOnly = alterPassengers((passenger, passengers) => {
  if (passenger !== passengers[0]) passenger['title'] = 'mr';
});
const inEurosOnly = around(['searchFlights'], (run, call, req) => {
  if (![undefined, 'EUR'].includes(req.body.currency)) throw new Refusal('invalid_request');
  return run(call, req);
});
const withoutHolds = alterBodies(['searchFlights'], ({ offers }) => {
  for (const offer of offers) Object.assign(offer, { holdId: null, holdOptions: { available: false } });
});

describe('a flaw', { timeout: 60_000 }, () => {
  it('is tried at every position: each passenger, both providers, holds and dollars', async () => {
    const { contracts } = await verifyTitles({});
    expect(contracts[0]).toMatchObject({ verdict: 'pass', reason: '' });
    expect(contracts[0]?.positions).toEqual(
      [
        'passenger 1 of an order',
        'passenger 2 of an order of gdsprovider 1 in USD',
        'passenger 2 of a hold',
        'passenger 1 of a hold in USD',
        'passenger 1 of an order of gdsprovider 1',
      ].map((name) => ({ name, skipped: '' })),
    );
  });

  it('a flaw accepted only at some positions fails, with one finding for each', async () => {
    const { contracts } = await verifyTitles(firstOnly);
    const findingAt = (position: string) => ({
      position,
      expected: `an order with the title 1 (${position}) to be refused`,
      actual: expect.stringMatching(/^200, in 1 of \d responses; call \d+ is as expected$/),
    });
    expect(contracts[0]).toMatchObject({ verdict: 'fail', findings: SECOND.map(findingAt) });
    expect(contracts[0]?.positions.map(({ skipped }) => skipped)).toEqual(['', '', '', '', '']);
  });

  it('a baseline entry with a position hides only that position, and one without a position hides all', async () => {
    const report = await verifyTitles(firstOnly);
    const failures = SECOND.map((position) => ({ ...BROKEN, position }));
    expect(conclude(report)).toMatchObject({ verdict: 'failed', failures });
    const [first, second] = failures as [(typeof failures)[0], (typeof failures)[0]];
    const conclusion = conclude(report, { baseline: [second] });
    expect(conclusion).toMatchObject({ verdict: 'failed', failures: [first], known: [second], mended: [] });
    expect(conclude(report, { baseline: [BROKEN] })).toMatchObject({ verdict: 'passed', known: failures, mended: [] });
    const shown = present(report, conclusion);
    const found = shown.groups.flatMap(({ items }) => items).filter(({ outcome }) => outcome === 'failed');
    expect(found.map(({ findings }) => findings.map(({ expected }) => expected))).toEqual([
      [`an order with the title 1 (${first.position}) to be refused`],
    ]);
    expect(renderJunit(shown)).toContain(`<failure message="expected an order with the title 1 (${first.position})`);
    expect(renderJunit(shown)).not.toContain(second.position);
    expect(renderBaseline(shown.failures)).toContain(`"position": "${second.position}"`);
  });

  it('a baseline entry counts as fixed only if its position was tried', async () => {
    const report = await verifyTitles(withoutHolds);
    const at = (position: string) => ({ ...BROKEN, position });
    const baseline = [...SECOND.map(at), at('passenger 1 of an order')];
    expect(conclude(report, { baseline }).mended).toEqual([baseline[0], baseline[2]]);
  });

  it.each([2, 3, 5])('a flaw accepted only every %ith time fails', async (n) => {
    const plant = alterPassengers((passenger) => {
      if (passenger['title'] === 1) passenger['title'] = 'mr';
    });
    const { contracts } = await verifyTitles(plant.every?.(n) ?? {});
    expect(contracts[0]).toMatchObject({
      verdict: 'fail',
      findings: expect.arrayContaining([
        expect.objectContaining({ actual: expect.stringContaining(`200, in 1 of ${n} responses`) }),
      ]),
    });
  });

  it('is not tried at positions that the target lacks, and the report names them with the reason', async () => {
    const report = await verifyTitles(together(inEurosOnly, withoutHolds));
    expect(report.contracts[0]).toMatchObject({ verdict: 'pass' });
    expect(report.contracts[0]?.positions).toEqual([
      { name: 'passenger 1 of an order', skipped: '' },
      { name: 'passenger 2 of an order of gdsprovider 1 in USD', skipped: expect.stringContaining('in USD') },
      { name: 'passenger 2 of a hold', skipped: expect.stringContaining('that can be held') },
      { name: 'passenger 1 of a hold in USD', skipped: expect.stringContaining('that can be held') },
      { name: 'passenger 1 of an order of gdsprovider 1', skipped: '' },
    ]);
    expect(present(report, conclude(report)).notes).toContainEqual(
      expect.stringMatching(/^flaws not tried at passenger 2 of a hold, in 1 check: no search on .* that can be held/),
    );
  });

  it('has no verdict if the target lacks the first position', async () => {
    const { contracts } = await verifyTitles(
      alterBodies(['searchFlights'], (body) => {
        body.offers = [];
      }),
    );
    expect(contracts[0]).toMatchObject({ verdict: 'not exercised', positions: [] });
  });
});

it(
  'each of many flaws is tried five times at two or more positions, and each position gets a flaw',
  { timeout: 60_000 },
  async () => {
    const tried: string[] = [];
    const contract = contractWith(async (trial) => {
      const names = Array.from({ length: 9 }, (_, index) => `flaw ${index}`);
      await expectRefusedAt(
        trial,
        'an order',
        passengerPositions(),
        Object.fromEntries(
          names.map((name) => [
            name,
            (passenger: object) => {
              tried.push(name);
              return { ...passenger, title: 1 };
            },
          ]),
        ),
      );
    });
    let sent = 0;
    const counting = alterPassengers(({ title }) => void (sent += Number(title === 1)));
    await verifyContract(contract, counting);
    const counts = [...Map.groupBy(tried, (name) => name).values()].map((all) => all.length);
    expect(counts).toEqual([5, 2, 2, 2, 2, 2, 2, 2, 2]);
    expect(sent).toBe(9 * 5);
  },
);

function verifyTitles(plant: Seam): Promise<VerifyReport> {
  return verifyContract(
    contractWith(async (trial) => {
      await expectRefusedAt(trial, 'an order', passengerPositions(), {
        'the title 1': (passenger) => ({ ...passenger, title: 1 }),
      });
    }),
    plant,
  );
}

function contractWith(check: Contract['check']): Contract {
  return {
    title: 'a title that is a number is refused',
    rules: ['flight-order.passengers.title'],
    calls: ['searchFlights', 'createFlightOrder'],
    check,
  };
}

async function verifyContract(contract: Contract, plant: Seam): Promise<VerifyReport> {
  const sandbox = await startSandbox({ seed: 'positions', log: 'silent', judge: false }, plant);
  try {
    return await runContracts({
      baseUrl: await sandbox.listen(),
      areas: [{ name: 'titles', contracts: [contract] }],
    });
  } finally {
    await sandbox.close();
  }
}

import { expect, it } from 'vitest';
import { acceptanceCheck, interfaceCheck } from '../../../src/check/verify/run/closing-checks.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import { alterBodies, around } from '../../defects/plants.ts';
import { verifyPlanted } from '../../defects/verify-defect.ts';

it(
  'a service that refuses every order fails, although most contracts of orders cannot be exercised',
  { timeout: 60_000 },
  async () => {
    const report = await verifyPlanted(
      around(['createFlightOrder'], () => Promise.reject(new Refusal('order_refused'))),
    );
    expect(report.contracts.find(({ title }) => title === acceptanceCheck.title)).toMatchObject({
      verdict: 'fail',
      findings: [
        {
          expected: 'some of the calls of createFlightOrder to be accepted',
          actual: expect.stringMatching(/^all \d+ refused, the last with 400 order_refused/),
        },
      ],
    });
    expect(report.rules.filter(({ verdict }) => verdict === 'not exercised').length).toBeGreaterThan(20);
  },
);

it('a field that no rule speaks of and openapi.yaml has is looked at all the same', { timeout: 60_000 }, async () => {
  const report = await verifyPlanted(
    alterBodies(['priceTransfer'], (body) => {
      delete body.baseAmount;
    }),
  );
  expect(report.contracts.find(({ title }) => title === interfaceCheck.title)).toMatchObject({
    verdict: 'warn',
    findings: [
      {
        assumptions: ['transfer.pricing-payload'],
        pointer: '/baseAmount',
        expected: 'this name to be present',
        actual: 'nothing',
      },
    ],
  });
});

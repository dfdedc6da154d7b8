import { expect, it } from 'vitest';
import { acceptanceCheck, interfaceCheck } from '../../../src/check/verify/run/closing-checks.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Seam } from '../../../src/server/create-sandbox.ts';
import { refuseOrders } from '../../defects/order-plants.ts';
import { alterBodies, around, together } from '../../defects/plants.ts';
import { verifyPlanted } from '../../defects/verify-defect.ts';
import type { Wire } from '../../defects/wire.ts';

/** Rules of contracts that call the assumed operation. */
const CALL_REQUIRED_FIELDS = ['flight-order.mapping.allowed-documents', 'flight-order.mapping.generic-flags'];

async function verifiedWith(plant: Seam, only: readonly string[] = []) {
  const report = await verifyPlanted(plant, {}, only);
  return { report, check: report.contracts.find(({ title }) => title === acceptanceCheck.title) };
}

it(
  'a service that refuses every order breaks the rule of orders, although their contracts cannot be exercised',
  { timeout: 300_000 },
  async () => {
    const { report, check } = await verifiedWith(refuseOrders('order_refused', () => true));
    expect(check).toMatchObject({
      verdict: 'fail',
      findings: [
        {
          rules: ['flight-order.endpoint'],
          expected: 'every valid call of createFlightOrder to be accepted',
          actual: expect.stringMatching(/^all \d+ valid calls refused, the first with 400 order_refused/),
        },
      ],
    });
    expect(report.rules.filter(({ verdict }) => verdict === 'not exercised').length).toBeGreaterThan(20);
  },
);

it(
  'a service that fails every second booking breaks the rule of bookings, and every other contract is exercised',
  { timeout: 300_000 },
  async () => {
    let bookings = 0;
    const refused = new Set<unknown>();
    const refuse = (body: Wire) => {
      const error = { code: 'supplier_rejected', message: 'The supplier has no vehicle left.' };
      return { ...body, status: 'failed', completed: false, reservations: [], error };
    };
    const { report, check } = await verifiedWith(
      together(
        alterBodies(['bookTransfer'], (body) => {
          if (body.status !== 'completed' || ++bookings % 2 > 0) return;
          refused.add(body.searchId);
          return refuse(body);
        }),
        alterBodies(['getReservation'], (body) => (refused.has(body.searchId) ? refuse(body) : undefined)),
      ),
    );
    expect(check?.findings).toMatchObject([
      {
        rules: ['transfer.endpoints.book'],
        actual: expect.stringMatching(/^\d+ of \d+ valid calls refused, the first with 200 with status "failed"/),
        exchange: { operationId: 'bookTransfer', status: 200 },
        counterpart: { operationId: 'bookTransfer', status: 200 },
      },
    ]);
    expect(report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      'transfer.endpoints.book',
    ]);
  },
);

it(
  'an assumed operation gets a warning if it refuses all valid calls, and fails if it refuses some',
  { timeout: 300_000 },
  async () => {
    for (const [nth, verdict] of [
      [1, 'warn'],
      [3, 'fail'],
    ] as const) {
      let calls = 0;
      const { check } = await verifiedWith(
        around(['getRequiredFields'], (run, call, req) => {
          if (++calls % nth === 0) throw new Refusal('invalid_request');
          return run(call, req);
        }),
        CALL_REQUIRED_FIELDS,
      );
      expect(check?.findings).toMatchObject([{ verdict, rules: [], assumptions: ['flight.required-fields-endpoint'] }]);
    }
  },
);

it('a field of openapi.yaml without a rule is checked too', { timeout: 300_000 }, async () => {
  const report = await verifyPlanted(
    alterBodies(['priceTransfer'], (body) => {
      delete body.baseAmount;
    }),
    {},
    ['transfer.pricing.mandatory'],
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

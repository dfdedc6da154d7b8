import { describe, expect, it } from 'vitest';
import type { Area } from '../../../src/check/verify/contract.ts';
import { loadContracts, planOf } from '../../../src/check/verify/load-contracts.ts';
import { renderPlan } from '../../../src/check/verify/plan.ts';
import { runTaxiway } from '../../cli/taxiway.ts';
import { startServer } from './foreign-servers.ts';

const areas: Area[] = [
  {
    name: 'search',
    contracts: [{ title: 'a search', rules: ['a.b'], calls: ['searchFlights'], check: async () => {} }],
  },
  {
    name: 'order',
    contracts: [
      {
        title: 'an order',
        rules: ['a.c', 'a.d'],
        calls: ['searchFlights', 'createFlightOrder'],
        check: async () => {},
      },
      {
        title: 'a slow order',
        rules: ['a.d'],
        calls: ['createFlightOrder'],
        scenarios: ['slow'],
        check: async () => {},
      },
    ],
  },
];

describe('the plan', () => {
  it('names the contracts by area, with their rules, calls, bookings and scenarios', () => {
    expect(renderPlan(planOf(areas, []))).toBe(`search: 1 contract
  a search
    checks a.b
    calls  searchFlights

order: 2 contracts
  an order  (books)
    checks a.c, a.d
    calls  searchFlights, createFlightOrder
  a slow order  (books; scenario slow)
    checks a.d
    calls  createFlightOrder

Called operations, with the number of contracts:
     2  searchFlights
     2  createFlightOrder  (books, changes or cancels)

Contracts that need scenarios, and are not exercised on a target without them: 1. The scenarios: slow

3 contracts of 3 rules; 2 of them may book, change or cancel.
On a target that returns liveMode true: nothing is checked without --allow-live; \
with it the other 1; with --allow-live --book all.
Nothing was called.
`);
  });

  it('contains only the selected rules', () => {
    const plan = renderPlan(planOf(areas, ['a.b']));
    expect(plan).toContain('a search');
    expect(plan).not.toContain('order');
  });

  it('lists every contract', async () => {
    const own = await loadContracts();
    const plan = renderPlan(planOf(own, []));
    for (const { title } of own.flatMap(({ contracts }) => contracts)) expect(plan).toContain(`\n  ${title}`);
  });

  it('the plan of a target calls nothing', async () => {
    const server = await startServer((_, res) => res.writeHead(500).end());
    const { code, stdout, stderr } = await runTaxiway(['verify', server.baseUrl, '--plan', '--only', 'auth']);
    await server.close();
    expect([code, stderr, server.requests]).toEqual([0, '', []]);
    expect(stdout).toMatch(/\nauthentication: \d+ contracts?\n[^]*\nNothing was called\.\n$/);
  });
});

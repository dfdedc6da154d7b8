import { expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { verdictsOfEach } from './many-profiles.ts';

const sandbox = useSandbox({ maxProfiles: 1001 });

it('keeps the verdicts on each of 1,000 profiles that broke a rule', { timeout: 120_000 }, async () => {
  expect(await verdictsOfEach(sandbox, 1000)).toEqual(new Set(['broken']));
});

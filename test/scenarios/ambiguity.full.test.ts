import fc from 'fast-check';
import { it } from 'vitest';
import { sizeOf } from '../support/full-size.ts';
import { useSandbox } from '../support/sandbox.ts';
import { interleaving, play } from './interleaved-bookings.ts';

// Each run makes a profile, and each failing one more while it is shrunk.
const sandbox = useSandbox({ maxProfiles: 10_000 });

const orders = sizeOf(300, 1000);

it(`an offer booked and read in ${orders} random orders is never lost and never booked twice`, async () => {
  await fc.assert(
    fc.asyncProperty(interleaving, (groups) => play(sandbox, groups)),
    { numRuns: orders, seed: 20270110 },
  );
});

import fc from 'fast-check';
import { it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { interleaving, play } from './interleaved-bookings.ts';

// Each run makes a profile, and each failing one more while it is shrunk.
const sandbox = useSandbox({ maxProfiles: 10_000 });

it('an offer booked and read in 1,000 random orders is never lost and never booked twice', async () => {
  await fc.assert(
    fc.asyncProperty(interleaving, (groups) => play(sandbox, groups)),
    { numRuns: 1000, seed: 20270110 },
  );
});

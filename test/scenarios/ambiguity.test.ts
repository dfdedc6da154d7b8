import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';
import { interleaving, play } from './interleaved-bookings.ts';

const sandbox = useSandbox();

describe('a priced offer that is booked, read and booked again in any order', () => {
  it('is never lost and never booked twice in 30 random orders, regardless of the responses', async () => {
    await fc.assert(
      fc.asyncProperty(interleaving, (groups) => play(sandbox, groups)),
      { numRuns: 30, seed: 20270110 },
    );
  });

  it('is booked twice by a service that books each resend: two bookings are enough', async () => {
    const { failed, counterexample, errorInstance } = await fc.check(
      fc.asyncProperty(interleaving, (groups) => play(sandbox, groups, 'resend-double-books')),
      { numRuns: 1000, seed: 20270110 },
    );
    expect([failed, (errorInstance as Error).message]).toEqual([
      true,
      expect.stringContaining('one pricing is booked once'),
    ]);
    expect(
      present(counterexample)[0]
        .flat()
        .map((one) => one.do),
    ).toEqual(['book', 'book']);
  });
});

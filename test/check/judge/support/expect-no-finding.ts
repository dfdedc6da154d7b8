import fc from 'fast-check';
import { judge } from './judged.ts';
import { lawfulCalls } from './lawful.ts';

/** Judges so many random recordings of travellers who keep the rules; fails with the seed of one with a finding. */
export function expectNoFinding(numRuns: number): void {
  const property = fc.property(fc.nat(), (seed) => {
    const { findings } = judge(lawfulCalls(seed));
    if (findings.length > 0) throw new Error(`seed ${seed}: ${JSON.stringify(findings, null, 2)}`);
  });
  fc.assert(property, { numRuns, endOnFailure: true, seed: 15 });
}

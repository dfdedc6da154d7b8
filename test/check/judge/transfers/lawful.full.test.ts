import { it } from 'vitest';
import { expectNoFinding } from '../support/expect-no-finding.ts';

it('the judge finds nothing in 10,000 random recordings of travellers who keep the rules', () => {
  expectNoFinding(10_000);
});

import { it } from 'vitest';
import { sizeOf } from '../../../support/full-size.ts';
import { expectNoFinding } from '../support/expect-no-finding.ts';

const recordings = sizeOf(3000, 10_000);

it(`the judge finds nothing in ${recordings} random recordings of travellers who keep the rules`, () => {
  expectNoFinding(recordings);
});

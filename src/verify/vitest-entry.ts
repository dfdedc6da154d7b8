import { inject } from 'vitest';
import { defineContractsFor } from './suite.ts';
import type { SuiteOptions } from './suite.ts';
import type { Target } from './target/target.ts';

declare module 'vitest' {
  interface ProvidedContext {
    taxiwayTarget: Target;
    taxiwayOptions: SuiteOptions & { keep?: boolean };
  }
}

// The test file of `taxiway verify`: the contracts, for the target that the command line found.
defineContractsFor(inject('taxiwayTarget'), inject('taxiwayOptions'));

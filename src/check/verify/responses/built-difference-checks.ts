import type { ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Compiled checks that report every difference in a response, by the place of their schema. The sources have none, and
 * compile each at its first use; `package/compiled-checks.ts` replaces this file with the code for all.
 */
export const builtDifferenceChecks: Readonly<Record<string, ValidateFunction>> = {};

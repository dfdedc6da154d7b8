import type { ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Compiled checks of the control API's responses, by their schema's place. The sources have none, and compile each at
 * its first use; `package/compiled-checks.ts` replaces this file with the code for all.
 */
export const builtChecks: Readonly<Record<string, ValidateFunction>> = {};

import type { ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Compiled checks of the responses of the control API, by the place of their schema. The sources have none, and compile
 * each when it is first needed; `package/compiled-checks.ts` puts the code of all in place of this file.
 */
export const builtChecks: Readonly<Record<string, ValidateFunction>> = {};

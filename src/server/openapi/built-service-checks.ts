import type { ValidateFunction } from 'ajv/dist/2020.js';

type Compiled = Readonly<Record<string, ValidateFunction>>;

/**
 * Compiled checks for requests, by their operations, and for responses, by the place of their schema. The sources have
 * none, and compile each at its first use; `package/compiled-checks.ts` replaces this file with the code for all.
 */
export const builtRequests: Compiled = {};
export const builtResponses: Compiled = {};

import type { ValidateFunction } from 'ajv/dist/2020.js';

type Compiled = Readonly<Record<string, ValidateFunction>>;

/**
 * Compiled checks of requests, by their operations, and of responses, by the place of their schema. The sources have
 * none, and compile each at its first use; `package/compiled-checks.ts` replaces this file with the code of all.
 */
export const builtRequests: Compiled = {};
export const builtResponses: Compiled = {};

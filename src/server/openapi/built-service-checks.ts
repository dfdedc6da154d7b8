import type { ValidateFunction } from 'ajv/dist/2020.js';

type Compiled = Readonly<Record<string, ValidateFunction>>;

/**
 * Compiled checks of requests, by their operations, and of responses, by the place of their schema. The sources have
 * none, and compile each when it is first needed; `package/compiled-checks.ts` puts the code of all in place of this
 * file.
 */
export const builtRequests: Compiled = {};
export const builtResponses: Compiled = {};

import { ExplainedError } from '../../base/config-error.ts';

/**
 * Thrown at start-up if openapi.yaml or control-api.yaml is broken. It has a separate file, because it is one of the
 * package's public types, unlike those for documents.
 *
 * @example
 * ```ts
 * import { createSandbox, SpecError } from 'taxiway';
 *
 * await createSandbox().catch((error: unknown) => {
 *   if (error instanceof SpecError) console.error(error.message);
 * });
 * ```
 */
export class SpecError extends ExplainedError {
  override readonly name = 'SpecError';
}

/** The next step for a broken spec. */
export const RESTORE =
  'Correct the file, or restore it from version control; `npm run lint:spec` shows the line of each fault. ' +
  'After an intended change, run `npm run generate`.';

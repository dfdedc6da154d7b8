import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { wrapLibrary } from './wrap-library.ts';

/** Compiles the request validator of every operation. Throws the error that would prevent a verdict on a request. */
export async function compileValidators(spec: Spec): Promise<void> {
  const validate = wrapLibrary(spec);
  for (const { operationId, method, path } of listOperations<string>(spec)) {
    const headers = { 'content-type': 'application/json' };
    const verdict = await validate({ operationId, method, path, url: path, query: {}, params: {}, headers, body: {} });
    if ('failed' in verdict) throw new Error(`${operationId}: ${verdict.failed.message}`, { cause: verdict.failed });
  }
}

import type { Spec } from '../../../src/interface/openapi/load-spec.ts';
import { CODES_IN_WORDS } from '../../../src/interface/openapi/load-spec.ts';
import { findOperation } from '../../../src/interface/openapi/operations.ts';
import type { Step } from './steps.ts';
import { steps } from './steps.ts';

/** A request as every form of collection has it. */
export interface CollectedRequest extends Required<Pick<Step, 'folder' | 'name' | 'status' | 'before' | 'after'>> {
  method: string;
  /** `{{baseUrl}}/v1/flights/offers/{{gdsprovider}}/{{offerId}}`. */
  url: string;
  query: readonly (readonly [name: string, value: string])[];
  body: string | null;
  expects: string | null;
  description: string;
}

/** The headers of every request: both of the credential. */
export const headers = {
  Authorization: 'Bearer {{secretKey}}',
  'X-Service-Id': '{{publicKey}}:{{profileCode}}',
} as const;

/** The variables, for the sandbox of `taxiway serve` with its demo credential. */
export const variables = {
  baseUrl: 'http://127.0.0.1:4010',
  secretKey: 'sk_sandbox_taxiway_demo',
  publicKey: 'pk_sandbox_taxiway',
  profileCode: 'dp_taxiway00001',
} as const;

/** The steps with what the spec says of their operations. */
export function collectRequests(spec: Spec): CollectedRequest[] {
  return steps.map((step) => {
    const { method, path, description } = findOperation(spec, step.operationId);
    return {
      folder: step.folder,
      name: step.name ?? description.summary ?? step.operationId,
      method: method.toUpperCase(),
      url: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, '{{$1}}')}`,
      query: Object.entries(step.query ?? {}),
      body: step.body ?? null,
      before: step.before ?? [],
      after: step.after ?? [],
      status: step.status ?? 200,
      expects: step.expects ?? null,
      // The codes are long, and the same in all requests of an operation.
      description: (description.description?.split(CODES_IN_WORDS)[0] ?? '').trim(),
    };
  });
}

export function withQuery({ url, query }: CollectedRequest): string {
  return query.length === 0 ? url : `${url}?${query.map((pair) => pair.join('=')).join('&')}`;
}

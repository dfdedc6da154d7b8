import type { operations } from '../../interface/api.gen.ts';
import type { OperationId } from '../../interface/api.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Service } from '../../service.ts';

/** Every operation by its operationId; the compiler requires one for each operation in openapi.yaml. */
export type Operations = { [Id in OperationId]: Operation<Id> };

/** The work for one operationId. Its method and path are in openapi.yaml only. */
export interface Operation<Id extends OperationId = OperationId> {
  operationId: Id;
  /** Serves an authenticated and validated request. Throws Refusal. */
  run(domain: Domain, context: RequestContext, input: Input<Id>): Promise<Output<Id>>;
}

/** The service's two halves, over one request's records. */
export type Domain = Pick<Service, 'flights' | 'transfers'>;

/** A validated request for an operation, with the types from openapi.yaml. */
export interface Input<Id extends OperationId> {
  /** The path as sent in the address. */
  path: string;
  /** The path parameters as text, for any type. */
  params: { [Name in keyof PathOf<Id>]: string };
  query: QueryOf<Id>;
  body: BodyOf<Id>;
}

/** A successful response (200). The pipeline adds `liveMode`. */
export interface Output<Id extends OperationId> {
  body: Omit<SuccessOf<Id>, 'liveMode'>;
  /** True for a booking refused by the service. */
  isRefused?: boolean;
}

type PathOf<Id extends OperationId> = operations[Id] extends { parameters: { path: infer Path } } ? Path : unknown;

type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : undefined;

type SuccessOf<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

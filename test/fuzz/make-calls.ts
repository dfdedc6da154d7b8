import fc from 'fast-check';
import { present } from '../support/present.ts';
import type { Call, Header } from './call.ts';
import type { DescribedApi, DescribedOperation } from './described-api.ts';
import { editCall, encode } from './edit-call.ts';
import type { KnownValues } from './fitting-values.ts';
import { fittingValues } from './fitting-values.ts';
import type { Credentials } from './read-request.ts';

/** Inputs of calls: an interface, the caller, and the existing resources. */
export interface Grounds {
  api: DescribedApi;
  credentials: Credentials;
  known: KnownValues;
  /** Calls that were prepared with ids that belong together, by operationId. */
  prepared: Readonly<Record<string, PreparedCall | undefined>>;
}

export interface PreparedCall {
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * `count` calls to the operations of an interface: prepared or made of its schemas, most of them with one to three
 * edits.
 */
export function makeCalls(grounds: Grounds, seed: number, count: number): Call[] {
  const calls = fc.constantFrom(...grounds.api.operations).chain((operation) => callsOf(grounds, operation));
  return fc.sample(calls, { seed, numRuns: count });
}

function callsOf(grounds: Grounds, operation: DescribedOperation): fc.Arbitrary<Call> {
  const prepared = grounds.prepared[operation.operationId];
  const plain = prepared
    ? fc.oneof(
        { weight: 2, arbitrary: fc.constant(fromPrepared(grounds, operation, prepared)) },
        { weight: 1, arbitrary: fromSchemas(grounds, operation) },
      )
    : fromSchemas(grounds, operation);
  const edits = fc.constantFrom(0, 1, 1, 1, 1, 2, 3);
  return fc.tuple(plain, edits).chain(([call, count]) => editTimes(grounds, call, count));
}

function editTimes({ api, known }: Grounds, call: Call, count: number): fc.Arbitrary<Call> {
  let calls = fc.constant(call);
  for (let i = 0; i < count; i++) calls = calls.chain((each) => editCall(api, known, each));
  return calls;
}

function fromPrepared(grounds: Grounds, operation: DescribedOperation, { path, query = {}, body }: PreparedCall): Call {
  const pairs = Object.entries(query).map(([name, value]) => [name, encode(value)] as const);
  return {
    operation,
    method: operation.method,
    path,
    query: pairs,
    headers: headersFor(grounds, operation, body !== undefined),
    body: body === undefined ? undefined : { json: body },
    edits: [],
  };
}

function fromSchemas(grounds: Grounds, operation: DescribedOperation): fc.Arbitrary<Call> {
  const { api, known } = grounds;
  const parameters = fc.tuple(
    ...operation.parameters.map(({ name, in: place, required, schema }) => {
      const texts = fittingValues(api, schema, known, name).map((value) => ({
        name,
        place,
        text: encode(String(value)),
      }));
      return required ? texts : fc.option(texts, { freq: 2, nil: undefined });
    }),
  );
  const body = operation.body ? fittingValues(api, operation.body.schema, known) : fc.constant(undefined);
  return fc.tuple(parameters, body).map(([given, json]) => {
    const texts = given.filter((each) => each !== undefined);
    const path = operation.path.replace(
      /\{(\w+)\}/g,
      (_, name) => present(texts.find((each) => each.place === 'path' && each.name === name)).text,
    );
    const query = texts.filter(({ place }) => place === 'query').map(({ name, text }) => [name, text] as const);
    return {
      operation,
      method: operation.method,
      path,
      query,
      headers: headersFor(grounds, operation, json !== undefined),
      body: json === undefined ? undefined : { json },
      edits: [],
    };
  });
}

function headersFor({ credentials }: Grounds, { security }: DescribedOperation, hasBody: boolean): Header[] {
  const type: Header = ['Content-Type', 'application/json'];
  return [...(security[0] ?? []).map((scheme) => credentials[scheme]), ...(hasBody ? [type] : [])];
}

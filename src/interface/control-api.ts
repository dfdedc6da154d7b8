import type { components, operations } from './control-api.gen.ts';

/** Shapes in the control API, generated from control-api.yaml (`npm run generate`). */
export type ControlSchema = components['schemas'];

export type ControlOperationId = keyof operations;

export type Path<Id extends ControlOperationId> = operations[Id]['parameters'] extends { path: infer Path }
  ? AsText<Path>
  : object;

/** An operation's query, after validation. Numbers are still text. */
export type Query<Id extends ControlOperationId> = operations[Id]['parameters'] extends { query: infer Query }
  ? AsText<Query>
  : AsText<NonNullable<operations[Id]['parameters']['query']>>;

/** An operation's body, after validation. */
export type Body<Id extends ControlOperationId> = JsonOf<operations[Id]['requestBody']>;

type AsText<Values> = { [Name in keyof Values]: Values[Name] extends string | undefined ? Values[Name] : string };

type JsonOf<RequestBody> = RequestBody extends { content: { 'application/json': infer Json } } ? Json : undefined;

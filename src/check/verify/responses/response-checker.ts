import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { listOperations, schemaOfResponse } from '../../../interface/openapi/operations.ts';
import { isObservable, loadRules } from '../../../interface/rules/load-rules.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { textOf } from '../http/exchange.ts';
import type { Finding } from '../verdict.ts';
import { assumedOperations } from './assumed-operations.ts';
import { attributeError } from './attribute-error.ts';
import { createDifferenceCompiler, plainError } from './difference-compiler.ts';
import type { Marks } from './marks.ts';

/** Returns every difference between a response and openapi.yaml. */
export type ResponseChecker = (exchange: CheckedExchange) => Finding[];

/**
 * Validates responses against the schema for their operation and status, formats and 5xx included. A difference is a
 * broken rule or an assumption not met, by the marks at its place (`x-rules`, `x-assumption`). `built` has checks
 * compiled by the build, by their schema's place; the others are compiled at their first use.
 */
export function createResponseChecker(
  spec: Spec,
  built: Readonly<Record<string, ValidateFunction>> = {},
): ResponseChecker {
  let ajv: Ajv2020 | undefined;
  const compile = (place: string) => (ajv ??= createDifferenceCompiler(spec)).compile({ $ref: place });
  const places = new Map(listOperations(spec).map((operation) => [operation.operationId, operation]));
  const operationsOf = new Map(
    loadRules()
      .filter((rule) => rule.bound !== 'client' && isObservable(rule))
      .map(({ id, operations }) => [id, operations]),
  );
  const validators = new Map<string, ValidateFunction>();

  return (exchange) => {
    const { operationId, status } = exchange;
    if (operationId === null) return [];
    const assumption = assumedOperations[operationId];
    if (assumption !== undefined && MISSING_STATUSES.includes(status))
      return [missingOperation(exchange, operationId, assumption)];
    return findingsIn(exchange, operationId);
  };

  function findingsIn(exchange: CheckedExchange, operationId: OperationId): Finding[] {
    const { status, value, fault = '' } = exchange;
    const schema = schemaOfResponse(places.get(operationId), status);
    if (schema === undefined) return [undocumentedStatus(exchange, operationId)];
    const validate = built[schema] ?? validators.get(schema) ?? compile(schema);
    validators.set(schema, validate);
    if (value === undefined) return [notJson(exchange)];
    const broken = fault === '' ? [] : [notJson(exchange)];
    if (validate(value)) return broken;
    const counts = (rule: string) => operationsOf.get(rule)?.includes(operationId) ?? false;
    const errors = withoutConsequences((validate.errors ?? []).map(plainError));
    const toOne = (error: ErrorObject) =>
      toFinding(exchange, error, attributeError(spec, schema.slice('spec'.length), error, counts));
    return [...broken, ...errors.map(toOne)];
  }
}

function missingOperation(exchange: CheckedExchange, operationId: OperationId, assumption: string): Finding {
  return {
    verdict: 'warn',
    rules: [],
    assumptions: [assumption],
    expected: `${operationId} to be where openapi.yaml has it`,
    actual: `${exchange.status}`,
    pointer: null,
    exchange,
  };
}

function undocumentedStatus(exchange: CheckedExchange, operationId: OperationId): Finding {
  // The document does not mention a rate limit.
  const limited = exchange.status === 429;
  const flights = !limited && ['searchFlights', 'createFlightOrder'].includes(operationId);
  return {
    verdict: flights ? 'fail' : 'warn',
    rules: flights ? [ruleOfStatus(exchange.status)] : [],
    assumptions: flights ? [] : [limited ? 'limits.rates' : 'transfer.statuses'],
    expected: `a status that openapi.yaml has for ${operationId}`,
    actual: `${exchange.status}`,
    pointer: null,
    exchange,
  };
}

/** Returns the rule for a wrong status: about the documented status in its place, or against undocumented ones. */
function ruleOfStatus(status: number): string {
  if (status >= 200 && status < 300) return 'errors.flight.200-success';
  return status >= 500 ? 'errors.flight.500-internal' : 'errors.flight.documented-statuses-only';
}

function notJson(exchange: CheckedExchange): Finding {
  return {
    verdict: 'fail',
    rules: ['service.live-mode.every-response'],
    assumptions: [],
    expected: 'a JSON body',
    actual:
      textOf(exchange) === ''
        ? 'no body'
        : exchange.fault || `a body that is not JSON: ${textOf(exchange).slice(0, 80)}`,
    pointer: '',
    exchange,
  };
}

function toFinding(
  exchange: CheckedExchange,
  { keyword, instancePath, params, message }: ErrorObject,
  { rules, assumptions }: Marks,
): Finding {
  const pointer = keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath;
  return {
    verdict: assumptions.length > 0 ? 'warn' : 'fail',
    rules,
    assumptions,
    expected:
      keyword === 'required'
        ? 'this name to be present'
        : `a value that ${message}${keyword === 'enum' ? `: ${show(params['allowedValues'])}` : ''}`,
    actual: show(select(exchange.value, pointer)[0]?.value),
    pointer,
    exchange,
  };
}

/**
 * Removes errors caused by another one. A value with the wrong type breaks the other keywords as well, and an error
 * about a wrong value implies the one about null.
 */
function withoutConsequences(all: readonly ErrorObject[]): ErrorObject[] {
  const isOfNull = ({ keyword, params }: ErrorObject) => keyword === 'type' && params['type'] === 'null';
  const nullable = new Set(all.filter(isOfNull).map(({ instancePath }) => instancePath));
  const errors = all
    .filter((error) => !isOfNull(error))
    .map((error) =>
      error.keyword === 'type' && nullable.has(error.instancePath)
        ? { ...error, message: `${error.message},null` }
        : error,
    );
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors.filter(
    ({ keyword, instancePath }) => !SUMMARIES.has(keyword) && (keyword === 'type' || !mistyped.has(instancePath)),
  );
}

const MISSING_STATUSES = [404, 405, 410, 501];

/** Summary keywords: they report a subschema's failure, and its error is listed separately. */
const SUMMARIES = new Set(['if', 'oneOf', 'anyOf', 'allOf']);

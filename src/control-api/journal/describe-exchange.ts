import { toIso } from '../../base/clock.ts';
import type { Message } from '../../exchange/exchange.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { DOT_SEGMENT, isAddressOf, listOperations } from '../../interface/openapi/operations.ts';
import { wordOf } from '../../scenarios/operations.ts';
import type { Dropped, ExchangeSummary, JournaledExchange } from '../../store/journal.ts';
import type { ControlServices } from '../control-services.ts';
import { findNearest } from './find-nearest.ts';

/** An exchange as lists and streams show it. */
export function describeSummary(
  spec: Spec,
  { requestBytes, responseBytes, ...exchange }: ExchangeSummary,
  verdicts: CausedVerdicts,
): ControlSchema['ExchangeSummary'] {
  return { ...describeHead(spec, exchange, verdicts), requestBytes, responseBytes };
}

/** An exchange with headers and bodies. */
export function describeExchange(
  spec: Spec,
  { request, response, ...exchange }: JournaledExchange,
  verdicts: CausedVerdicts,
): ControlSchema['Exchange'] {
  return {
    ...describeHead(spec, exchange, verdicts),
    repeatable: isRepeatable(spec, exchange),
    request: describeMessage(request),
    response: response && describeMessage(response),
  };
}

export function describeDropped({
  before,
  ...counts
}: Dropped & { unauthenticated: number }): ControlSchema['Dropped'] {
  return { ...counts, before: before === null ? null : toIso(before) };
}

/** True for a call to an operation: tools never repeat calls that could reach the control API. */
export function isRepeatable(
  spec: Spec,
  { operationId, method, path }: Pick<JournaledExchange, 'operationId' | 'method' | 'path'>,
): boolean {
  const operation = listOperations<string>(spec).find((own) => own.operationId === operationId);
  return (
    operation !== undefined && isAddressOf(operation, { method, path }) && !WAY_UP.test(path.replace(/[?#].*/s, ''))
  );
}

const WAY_UP = new RegExp(`/${DOT_SEGMENT}`, 'i');

function describeHead(
  spec: Spec,
  { at, realTime, scenario, scenarioFrom, ...rest }: Omit<JournaledExchange, 'request' | 'response'>,
  verdictsOf: CausedVerdicts,
): ControlSchema['ExchangeHead'] {
  return {
    ...rest,
    at: toIso(at),
    realTime: realTime === null ? null : toIso(realTime),
    operation: wordOf(rest.operationId ?? 'unknown'),
    nearest: findNearest(spec, rest),
    scenario: scenario === null || scenarioFrom === null ? null : { name: scenario, from: scenarioFrom },
    verdicts: verdictsOf(rest.exchangeId),
  };
}

function describeMessage({ headers, ...rest }: Message): ControlSchema['Message'] {
  return { headers: headers.map(([name, value]) => ({ name, value })), ...rest };
}

/** Returns the verdicts that an exchange caused, by its id. */
export type CausedVerdicts = (exchangeId: string) => ControlSchema['CausedVerdict'][];

/** The verdicts caused by a profile's exchanges, as far as the judge holds them; empty without a judge. */
export async function causedVerdicts({ judge }: ControlServices, profileCode: string): Promise<CausedVerdicts> {
  const causedOf = await judge?.caused(profileCode);
  return (exchangeId) => (causedOf?.(exchangeId) ?? []).map(({ rules, ...rest }) => ({ ...rest, rules: [...rules] }));
}

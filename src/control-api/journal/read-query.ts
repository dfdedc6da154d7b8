import { parseInstant } from '../../base/clock.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { operationWords } from '../../scenarios/operations.ts';
import type { Service } from '../../service.ts';
import type { ExchangeQuery } from '../../store/journal.ts';
import type { Query } from '../control-api.ts';

/** Reads a validated query. Refuses operations and scenarios that do not exist. */
export function readQuery({ spec, scenarios }: Service, query: Query<'listJournal'>): ExchangeQuery {
  const { operation, scenario, order = 'newest', limit = 50, ending, outcome, contains } = query;
  const operationIds = listOperations<string>(spec).map(({ operationId }) => operationId);
  const words: Readonly<Record<string, string>> = operationWords;
  const operationId = operation !== undefined && Object.hasOwn(words, operation) ? words[operation] : operation;
  if (operationId !== undefined && !operationIds.includes(operationId))
    throw unknownName('operation', operationId, [...Object.keys(words), ...operationIds.sort()]);
  if (scenario !== undefined && scenario !== 'none' && !scenarios.has(scenario))
    throw unknownName('scenario', scenario, ['none', ...scenarios.keys()]);
  return {
    after: readNumber(query.after),
    limit: Number(limit),
    order,
    operationId,
    status: readNumber(query.status),
    ending,
    outcome,
    scenario,
    contains,
    from: readInstant(query.from),
    to: readInstant(query.to),
  };
}

function unknownName(parameter: string, value: string, known: readonly string[]): Refusal {
  return new Refusal('invalid_request', [
    { path: `query/${parameter}`, message: `"${value.slice(0, 64)}" is none of ${known.join(', ')}` },
  ]);
}

function readNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function readInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}

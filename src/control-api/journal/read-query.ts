import type { Request } from 'express';
import { parseInstant } from '../../clock.ts';
import { Refusal } from '../../errors/refusal.ts';
import { listOperations } from '../../openapi/operations.ts';
import type { Service } from '../../service.ts';
import type { Ending, ExchangeQuery } from '../../store/journal.ts';

/** The part of a journal that the query asks for, whose form the spec has checked. What nothing can match is refused. */
export function readQuery({ spec, scenarios }: Service, { query }: Request): ExchangeQuery {
  const text = (name: string) => (query[name] === undefined ? undefined : String(query[name]));
  const number = (name: string) => (query[name] === undefined ? undefined : Number(query[name]));
  const operationIds = listOperations<string>(spec).map((operation) => operation.operationId);
  const [operationId, scenario] = [text('operation'), text('scenario')];
  if (operationId !== undefined && !operationIds.includes(operationId))
    throw unknown('operation', operationId, operationIds.sort());
  if (scenario !== undefined && scenario !== 'none' && !scenarios.has(scenario))
    throw unknown('scenario', scenario, ['none', ...scenarios.keys()]);
  return {
    after: number('after'),
    limit: number('limit') ?? 50,
    order: (text('order') as ExchangeQuery['order'] | undefined) ?? 'newest',
    operationId,
    status: number('status'),
    ending: text('ending') as Ending | undefined,
    scenario,
    contains: text('contains'),
    from: instant(text('from')),
    to: instant(text('to')),
  };
}

function unknown(name: string, value: string, known: readonly string[]): Refusal {
  return new Refusal('invalid_request', [
    { path: `query/${name}`, message: `"${value.slice(0, 64)}" is none of ${known.join(', ')}` },
  ]);
}

function instant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}

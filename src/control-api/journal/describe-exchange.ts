import { toIso } from '../../clock.ts';
import type { Dropped, ExchangeRecord, ExchangeSummary, MessageRecord } from '../../store/journal.ts';
import type { components } from '../control-api.gen.ts';

type Schemas = components['schemas'];

/** An exchange as lists and streams show it. */
export function describeSummary({
  requestBytes,
  responseBytes,
  ...exchange
}: ExchangeSummary): Schemas['ExchangeSummary'] {
  return { ...describeHead(exchange), requestBytes, responseBytes };
}

/** An exchange with headers and bodies. */
export function describeExchange({ request, response, ...exchange }: ExchangeRecord): Schemas['Exchange'] {
  return {
    ...describeHead(exchange),
    request: describeMessage(request),
    response: response && describeMessage(response),
  };
}

/** What a journal no longer holds. */
export function describeDropped({ exchanges, bytes, before }: Dropped): Schemas['Dropped'] {
  return { exchanges, bytes, before: before === null ? null : toIso(before) };
}

function describeHead({
  at,
  scenario,
  scenarioFrom,
  ...rest
}: Omit<ExchangeRecord, 'request' | 'response'>): Schemas['ExchangeHead'] {
  return {
    ...rest,
    at: toIso(at),
    scenario:
      scenario === null
        ? null
        : { name: scenario, from: scenarioFrom as NonNullable<Schemas['ExchangeHead']['scenario']>['from'] },
  };
}

function describeMessage({ headers, ...rest }: MessageRecord): Schemas['Message'] {
  return { headers: headers.map(([name, value]) => ({ name, value })), ...rest };
}

import { toIso } from '../../clock.ts';
import type { Dropped, ExchangeRecord, ExchangeSummary, MessageRecord } from '../../store/journal.ts';
import type { ControlSchema } from '../control-api.ts';

/** An exchange as lists and streams show it. */
export function describeSummary({
  requestBytes,
  responseBytes,
  ...exchange
}: ExchangeSummary): ControlSchema['ExchangeSummary'] {
  return { ...describeHead(exchange), requestBytes, responseBytes };
}

/** An exchange with headers and bodies. */
export function describeExchange({ request, response, ...exchange }: ExchangeRecord): ControlSchema['Exchange'] {
  return {
    ...describeHead(exchange),
    request: describeMessage(request),
    response: response && describeMessage(response),
  };
}

/** What a journal has dropped. */
export function describeDropped({ exchanges, bytes, before }: Dropped): ControlSchema['Dropped'] {
  return { exchanges, bytes, before: before === null ? null : toIso(before) };
}

function describeHead({
  at,
  scenario,
  scenarioFrom,
  ...rest
}: Omit<ExchangeRecord, 'request' | 'response'>): ControlSchema['ExchangeHead'] {
  return {
    ...rest,
    at: toIso(at),
    scenario: scenario === null || scenarioFrom === null ? null : { name: scenario, from: scenarioFrom },
  };
}

function describeMessage({ headers, ...rest }: MessageRecord): ControlSchema['Message'] {
  return { headers: headers.map(([name, value]) => ({ name, value })), ...rest };
}

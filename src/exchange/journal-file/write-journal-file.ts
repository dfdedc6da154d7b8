import { inPairs } from '../../recorder/proxy/headers.ts';
import type { RecordedBody, RecordedExchange } from '../../recorder/recording/recorded-exchange.ts';
import type { FileForm } from '../file-form.ts';

/**
 * Lines of JSON, as a sandbox exports its journal: one about the whole, and one for each exchange. `base` is where the
 * service is, `reason` why the client saw no whole response.
 */
export const journal: FileForm = {
  head: (gap) => `${JSON.stringify({ taxiway: 'journal', version: 1, creator: 'taxiway record', gap })}\n`,
  entry: (exchange) => JSON.stringify(toLine(exchange)),
  between: '\n',
  tail: '\n',
  mediaType: 'application/x-ndjson',
};

function toLine(exchange: RecordedExchange): object {
  const { sequence, at, overlapped, operation, method, target, base, response, ending, scenario, reason } = exchange;
  return {
    sequence,
    exchangeId: `entry ${sequence}`,
    at,
    overlapped,
    operationId: operation,
    method,
    path: target,
    base,
    status: response && response.status,
    ending,
    reason,
    scenario: scenario && scenario.name,
    scenarioFrom: scenario && scenario.from,
    request: toMessage(exchange.requestHeaders, exchange.requestBody),
    response: response && toMessage(response.headers, response.body),
  };
}

function toMessage(headers: readonly string[], { text, isBase64, isCut, bytes }: RecordedBody): object {
  return {
    headers: inPairs(headers),
    body: text,
    encoding: isBase64 ? 'base64' : 'utf-8',
    bodyBytes: bytes,
    cut: isCut,
  };
}

import { select } from '../../../base/values/select.ts';
import { curlWords } from '../../../exchange/as-curl.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { Run } from './run.ts';

/**
 * Returns a function to list the calls that led to a finding as curl lines, oldest first: every call of its contract
 * until then, and the searches with their offers. Ids and tokens belong to this run, so the lines are only a record.
 * The contract makes the calls again with new ones.
 */
export function createCallList({ callsOf, client }: Run): (last: CheckedExchange) => string {
  const searches = client.exchanges.filter(({ operationId }) => operationId === 'searchFlights');
  const searchOf = new Map(
    searches.flatMap((search) =>
      select(search.value, '/offers/*/offerId').map(({ value }) => [inPath(String(value)), search]),
    ),
  );
  return (last) => {
    const own = (callsOf.get(last.exchangeId) ?? [last]).filter(({ sequence }) => sequence <= last.sequence);
    const sources = own.flatMap(({ path }) => path.split('/').flatMap((part) => searchOf.get(part) ?? []));
    const calls = [...new Map([...sources, ...own].map((call) => [call.sequence, call])).values()];
    return [...HEAD, ...calls.sort((a, b) => a.sequence - b.sequence).flatMap(toLines), ''].join('\n');
  };
}

function toLines(exchange: CheckedExchange): string[] {
  const { exchangeId, operationId, status, request } = exchange;
  const secret = headerOf(request.headers, 'authorization')
    ?.slice(-4)
    .replace(/[^\w-]/g, '');
  return [
    `# ${exchangeId}${operationId ? `, ${operationId},` : ''} returned ${status}` +
      (secret === undefined ? '' : `; the secret key ends in "${secret}"`),
    curlWords(exchange, exchange.server ?? '')
      .map((word) => word.trim())
      .join(' '),
  ];
}

/** Encodes a value as the client does. Text from a target may have half a character. */
function inPath(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const HEAD = [
  '# The calls of the contract up to the finding, with the ids and tokens of the run. These expire, and a sandbox',
  '# removes the profiles of a run: to repeat the finding, run the rule again.',
];

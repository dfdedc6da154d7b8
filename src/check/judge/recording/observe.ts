import { isUtf8 } from 'node:buffer';
import type { Exchange, Message } from '../../../exchange/exchange.ts';
import type { Observation, ObservedBody } from '../judged-exchange.ts';

/** The part of an observation that follows from a recorded exchange alone. */
type Observed = Omit<Observation, 'operation' | 'parameters' | 'target' | 'requestHeaders' | 'bytes'>;

/** A recorded exchange as the judge sees it. Sequence numbers give the order where the recording has no instants. */
export function observe(exchange: Exchange): Observed {
  const { sequence, overlapped, began = sequence - 1 - overlapped, ended = sequence } = exchange;
  return {
    id: exchange.exchangeId,
    began,
    ended,
    at: exchange.at,
    method: exchange.method,
    requestBody: bodyOf(exchange.request),
    response: responseOf(exchange),
  };
}

/** A client that left, or one that was left without a response, saw none. */
export function responseOf({ status, ending, response }: Exchange): Observation['response'] {
  if (status === null || response === null || LOST.has(ending)) return null;
  return { status, body: ending === 'truncated' ? 'unreadable' : bodyOf(response) };
}

function bodyOf({ body, encoding, bodyBytes, cut }: Message): ObservedBody {
  if (cut) return 'unknown';
  if (body === null || body === '') return bodyBytes > 0 ? 'unknown' : 'none';
  if (encoding !== 'base64') return { text: body };
  const bytes = Buffer.from(body, 'base64');
  return isUtf8(bytes) ? { text: bytes.toString() } : 'unreadable';
}

const LOST = new Set<Exchange['ending']>(['silent', 'reset', 'client-gone']);

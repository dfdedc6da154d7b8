import type { Exchange, Header, Message } from '../../../exchange/exchange.ts';
import { headerOf, LEFT_OUT } from '../../../exchange/exchange.ts';
import { isOwnHeader } from '../../../exchange/own-headers.ts';

/**
 * True if two entries show one call at two layers: a page and its service worker, a browser and a proxy, two proxies.
 * They have the same request and response, and one lies within the time of the other.
 */
export function isSameCall(one: Exchange, other: Exchange): boolean {
  if (one.method !== other.method || one.path !== other.path || one.server !== other.server) return false;
  const [outer, inner] = spanOf(one) >= spanOf(other) ? [one, other] : [other, one];
  return isWithin(inner, outer) && isSameRequest(one, other) && isSameResponse(one, other);
}

/** True if both entries show the same request id. Without it, two equal calls look like one at two layers. */
export function haveSameId({ response: one }: Exchange, { response: other }: Exchange): boolean {
  return (one?.headers ?? []).some(
    ([name, value]) => REQUEST_ID.test(name) && headerOf(other?.headers ?? [], name.toLowerCase()) === value,
  );
}

/** Returns the entry that shows more; otherwise the inner one, with the times of the network. */
export function fullerOf(one: Exchange, other: Exchange): Exchange {
  const difference = fullnessOf(one) - fullnessOf(other);
  if (difference !== 0) return difference > 0 ? one : other;
  return spanOf(one) <= spanOf(other) ? one : other;
}

function spanOf({ began = 0, ended = 0 }: Exchange): number {
  return ended - began;
}

/** True if the calls overlap, and one exceeds the other by no more than the rounding of tools. */
function isWithin({ began = 0, ended = 0 }: Exchange, outer: Exchange): boolean {
  const { began: outerBegan = 0, ended: outerEnded = 0 } = outer;
  if (began >= outerEnded || outerBegan > ended) return false;
  return began >= outerBegan - ROUNDING_MS && ended <= outerEnded + ROUNDING_MS;
}

function isSameRequest({ request: one }: Exchange, { request: other }: Exchange): boolean {
  return isSameBody(one, other) && agree(one.headers, other.headers, isSentByClient);
}

function isSameResponse({ response: one, ...first }: Exchange, { response: other, ...second }: Exchange): boolean {
  if (one === null || other === null) return one === other;
  return first.status === second.status && isSameBody(one, other) && agree(one.headers, other.headers, isOfOneResponse);
}

/** True if the bodies are equal, or one is not recorded. */
function isSameBody(one: Message, other: Message): boolean {
  return !isWhole(one) || !isWhole(other) || one.body === other.body;
}

/** Browsers write an empty text for a body that they no longer hold. */
function isWhole({ body, cut }: Message): boolean {
  return body !== null && !cut;
}

/** True if the headers that both layers show have equal values. A layer may add and leave out headers. */
function agree(one: readonly Header[], other: readonly Header[], isOne: (name: string) => boolean): boolean {
  return one.every(([name, value]) => {
    if (!isOne(name.toLowerCase()) || value.startsWith('…')) return true;
    const seen = headerOf(other, name.toLowerCase());
    return seen === undefined || seen.startsWith('…') || seen === headerOf(one, name.toLowerCase());
  });
}

function isSentByClient(name: string): boolean {
  return isOwnHeader(name, '') && !/^(?:via|forwarded|x-forwarded-.*|x-real-ip|accept|cookie)$/.test(name);
}

function isOfOneResponse(name: string): boolean {
  return name === 'date' || REQUEST_ID.test(name);
}

function fullnessOf({ request, response }: Exchange): number {
  const hasKeys = request.headers.some(([name, value]) => /^authorization$/i.test(name) && value !== LEFT_OUT);
  return Number(isWhole(request)) + Number(response !== null && isWhole(response)) + Number(hasKeys);
}

const REQUEST_ID = /(?:request|trace|correlation)-?id/i;
/** Measured in Playwright files. */
const ROUNDING_MS = 5;

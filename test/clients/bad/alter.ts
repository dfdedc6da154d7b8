import type { FlightOrderRequest } from '../../../src/interface/api.ts';
import type { Wire } from '../../defects/wire.ts';
import type { Call, SelectedFlight, Traveller } from '../steps.ts';
import type { BadClient } from './bad-client.ts';

type Client = BadClient['client'];

/** Changes the bodies of one path before they are sent; `change` alters a body in place. */
export function body(path: string, change: (sent: Wire, traveller: Traveller) => void): Client {
  return calls(path, (call, traveller) => {
    const sent: Wire = structuredClone(call.body);
    change(sent, traveller);
    return { ...call, body: sent };
  });
}

/** Changes the calls of one path. */
export function calls(path: string, change: (call: Call, traveller: Traveller) => Call): Client {
  return (good) => ({
    send: (traveller, call) => good.send(traveller, call.path === path ? change(call, traveller) : call),
  });
}

/** Changes flight orders; `change` alters an order in place. */
export function order(change: (order: Wire, selected: SelectedFlight) => void): Client {
  return (good) => ({
    fillOrder(traveller, selected) {
      const filled: Wire = good.fillOrder(traveller, selected);
      change(filled, selected);
      return filled as FlightOrderRequest;
    },
  });
}

/** Changes the first passenger of flight orders. */
export function passenger(change: (passenger: Wire, selected: SelectedFlight) => void): Client {
  return order(({ passengers: [first] }, selected) => change(first, selected));
}

/** Changes the identity documents of flight orders. */
export function document(change: (document: Wire) => void): Client {
  return order(({ passengers }) => {
    for (const { identity_documents: documents = [] } of passengers) documents.forEach(change);
  });
}

/** Changes the segment metadata of flight orders. */
export function segment(change: (segment: Wire, selected: SelectedFlight) => void): Client {
  return order(({ totalSegments = [] }, selected) => {
    for (const entry of totalSegments) change(entry, selected);
  });
}

/** Sends a value under another name. */
export function rename(entry: Wire, name: string, other: string): void {
  if (!(name in entry)) return;
  entry[other] = entry[name];
  delete entry[name];
}

/** Headers of the flight endpoints that are changed or, with undefined, not sent. */
export function flightHeaders(
  change: (headers: Record<string, string>, traveller: Traveller) => Record<string, string | undefined>,
): Client {
  return (good) => ({
    headers(traveller, call) {
      const headers = good.headers(traveller, call);
      if (!call.path.startsWith('/v1/')) return headers;
      const changed = Object.entries({ ...headers, ...change(headers, traveller) });
      return Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== undefined));
    },
  });
}

import type { Request } from 'express';
import { Lru } from '../../base/lru.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { readCredentials } from '../../http/authenticate.ts';
import { hashSecret } from '../../profiles/credentials.ts';
import type { Service } from '../../service.ts';
import type { RequestKeys } from '../../store/requests.ts';
import type { Store } from '../../store/store.ts';
import { reservationKeyOf, searchIdOfRequest } from './armed-scenario.ts';

/**
 * Reads the caller of a request, and the records that it names, with one statement, if the store is shared. A body is
 * parsed first, and only for callers that were authenticated here before: whether they still may call is read now.
 */
export async function readAhead(service: Service, req: Request, parse: () => Promise<unknown>): Promise<void> {
  const { ahead } = service.store.requests;
  if (!ahead) return;
  const { publicKey, secret } = readCredentials(service, req);
  if (req.method !== 'GET' && callersOf(service.store).get(publicKey) !== hashSecret(secret)) return;
  // Its faults are reported after those of the credentials.
  await Promise.allSettled([parse()]);
  await ahead(publicKey, keysOf(req));
}

/** Notes an authenticated caller of a shared store. */
export function noteCaller(service: Service, req: Request): void {
  if (!service.store.requests.ahead) return;
  const { publicKey, secret } = readCredentials(service, req);
  callersOf(service.store).set(publicKey, hashSecret(secret));
}

function keysOf(req: Request): RequestKeys {
  const searchId = searchIdOfRequest(req);
  const pricingToken = (req.body as { pricingToken?: unknown } | undefined)?.pricingToken;
  const reservation = reservationKeyOf(req);
  return {
    ...(searchId !== undefined && { searchId }),
    ...(typeof pricingToken === 'string' && { pricingToken }),
    ...(reservation && { reservation }),
  };
}

/** Hashes of the secrets of authenticated callers, by public key. */
const callersOf = memoizeByObject((_store: Store) => new Lru<string>(CALLERS_KEPT));
const CALLERS_KEPT = 10_000;

import { Lru } from '../../base/lru.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Credentials } from '../../http/authenticate.ts';
import { authenticate, checkCaller } from '../../http/authenticate.ts';
import type { Exchange, Received } from '../../http/exchange.ts';
import { parseBody } from '../../http/parse-body.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Service } from '../../service.ts';
import type { Store } from '../../store/store.ts';
import type { Named } from './armed-scenario.ts';
import { keysOf } from './armed-scenario.ts';

/**
 * Receives and parses the body. Returns a function that throws its faults: faults in the credentials come first. A
 * caller that was never authenticated here is authenticated before its body is read; a known one by `loadRequest`,
 * together with the records that its body names.
 */
export async function receiveBody(service: Service, { req, res }: Exchange, caller: Credentials): Promise<() => void> {
  const known = callersOf(service.store);
  if (req.method !== 'GET' && known.get(caller.publicKey) !== caller.secretHash) {
    await authenticate(service, req);
    known.set(caller.publicKey, caller.secretHash);
  }
  const [parsing] = await Promise.allSettled([parseBody(req, res)]);
  return () => {
    if (parsing.status === 'rejected') throw parsing.reason;
  };
}

/** Hashed secrets of authenticated callers, by public key. */
const callersOf = memoizeByObject((_store: Store) => new Lru<string>(CALLERS_KEPT));
const CALLERS_KEPT = 10_000;

/** Loads a request's sender and the records that it names. Refuses with 403 as `authenticate` does. */
export async function loadRequest(
  service: Service,
  { req }: Received<OperationId>,
  credentials: Credentials,
): Promise<Pick<Named, 'profile' | 'records'> & Required<Pick<Named, 'origin'>>> {
  const { caller, records } = await service.store.load(credentials.publicKey, keysOf(req));
  return { ...checkCaller(service, credentials, caller), records };
}

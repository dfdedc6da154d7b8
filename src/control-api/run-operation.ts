import type { Request } from 'express';
import type { Authenticated, Received } from '../http/exchange.ts';
import { withProfileLock } from '../http/with-profile-lock.ts';
import type { Service } from '../service.ts';
import type { Profile } from '../store/profiles.ts';
import { checkAccess } from './check-access.ts';
import type { ControlOperationId } from './control-api.ts';
import type { ControlOperation, ControlRequest, ControlResponse } from './operation.ts';

/** Runs an operation with its typed request, under the lock of its profile. */
export async function runOperation<Id extends ControlOperationId>(
  service: Service,
  exchange: Received,
  operation: ControlOperation<Id>,
): Promise<ControlResponse> {
  const { req } = exchange;
  if (operation.access !== 'profile') return operation.run(service, { ...readInput<Id>(req), now: exchange.now, req });
  if (!isAuthenticated(exchange)) throw noProfile();
  const find = async () => requireProfile(await checkAccess(service, operation, req));
  const request = () => ({ ...readInput<Id>(req), now: exchange.now, req, profile: exchange.profile });
  if (!operation.exclusive)
    return withProfileLock(service, exchange, 'read', find, async () => operation.run(service, request()));
  return operation.run(service, {
    ...request(),
    withWriteLock: (work) =>
      withProfileLock(service, exchange, 'write', find, () => work(exchange.profile, exchange.now)),
  });
}

function isAuthenticated(exchange: Received): exchange is Authenticated {
  return exchange.profile !== undefined;
}

type Input<Id extends ControlOperationId> = Pick<ControlRequest<Id>, 'path' | 'query' | 'body'>;

/** The validator has checked the request against control-api.yaml, from which the types are generated. */
function readInput<Id extends ControlOperationId>(req: Request): Input<Id> {
  const body: unknown = req.body;
  return { path: req.params, query: req.query, body } as Input<Id>;
}

function requireProfile(profile: Profile | null): Profile {
  if (profile === null) throw noProfile();
  return profile;
}

function noProfile(): Error {
  return new Error('the path of an operation with the access "profile" names no profile');
}

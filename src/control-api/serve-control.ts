import type { IRouter, Request, Response } from 'express';
import { repeat } from '../base/repeat.ts';
import { completeBody } from '../http/check-response.ts';
import type { Authenticated, Received, ServedOperation } from '../http/exchange.ts';
import { identify, receive } from '../http/exchange.ts';
import { parseBody } from '../http/parse-body.ts';
import { renderError } from '../http/render-error.ts';
import { toJson } from '../http/to-json.ts';
import { withProfileLock } from '../http/with-profile-lock.ts';
import type { ControlOperationId } from '../interface/control-api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { SpecOperation } from '../interface/openapi/operations.ts';
import { listOperations, toRoute } from '../interface/openapi/operations.ts';
import { ReplacedError } from '../store/errors.ts';
import type { Profile } from '../store/profiles.ts';
import type { ControlServices } from './control-services.ts';
import { reportChange } from './journal/report-change.ts';
import type { ControlOperation, ControlRequest, ControlResponse } from './operation.ts';
import { refuse, refuseMethod, sendAndLog, sendFile, sendStream } from './send-and-log.ts';

/** A server with the control API: a sandbox, or a recorder in front of a foreign service. */
export interface ControlHost<Services extends ControlServices> {
  services: Services;
  operations: Partial<ControlOperations<Services>>;
  /** For each unsupported operation, the reason and the alternative. */
  alternatives: Partial<Record<ControlOperationId, string>>;
  /** Checks that a request may use an operation, and returns the profile in the path. Throws Refusal. */
  authorize(
    this: void,
    operation: ControlOperation<ControlOperationId, Services>,
    req: Request,
  ): Promise<Profile | null>;
}

/**
 * Every control API operation by its operationId; an operation in control-api.yaml without an implementation does not
 * compile.
 */
export type ControlOperations<Services> = { [Id in ControlOperationId]: ControlOperation<Id, Services> };

/** Serves the operations in control-api.yaml under `/_sandbox`. */
export function serveControl<Services extends ControlServices>(app: IRouter, host: ControlHost<Services>): void {
  const { services, operations, alternatives } = host;
  const described = listOperations<ControlOperationId>(services.control.spec);
  for (const { operationId, method, path, description } of described) {
    const operation: ControlOperation<ControlOperationId, Services> | undefined = operations[operationId];
    if (!operation) {
      const refusal = new Refusal('not_in_front_of_a_service', [
        { path: '', message: alternatives[operationId] ?? '' },
      ]);
      app[method](toRoute(path), (req, res) => refuse(services, refusal, req, res));
      continue;
    }
    const required = requiredBy(description);
    // Probes use HEAD on open operations; for any other operation Express would serve it as a GET.
    if (method === 'get' && operation.access !== 'open')
      app.head(toRoute(path), (req, res) => refuseMethod(services, methodsOf(described, path), req, res));
    app[method](toRoute(path), (req, res) => serve(host, operation, required, req, res));
  }
  for (const path of new Set(described.map((each) => each.path)))
    app.all(toRoute(path), (req, res) => refuseMethod(services, methodsOf(described, path), req, res));
}

/** Serves a control request, step by step. */
async function serve<Services extends ControlServices>(
  host: ControlHost<Services>,
  operation: ControlOperation<ControlOperationId, Services>,
  required: Required,
  req: Request,
  res: Response,
): Promise<void> {
  const { services } = host;
  const { operationId } = operation;
  const exchange = receive(services, toServed(services, operationId), req, res);
  services.underway.add(exchange);
  try {
    const profile = await host.authorize(operation, req);
    const identified = profile ? identify(exchange, profile) : exchange;
    if (!operation.exclusive && (required.body || hasBody(req))) await parseBody(req, res);
    if (required.query || isCheckable(req)) await services.control.validateRequest(operationId, req);
    const response = await runOperation(host, identified, operation);
    if (req.method !== 'GET' && req.method !== 'HEAD') reportChange(services, operationId, profile?.code ?? null);
    sendControlResponse(services, exchange, response);
  } catch (error) {
    sendAndLog(services, exchange, renderError(services, exchange, error));
  } finally {
    services.underway.delete(exchange);
  }
}

/** A request's required parts, as an operation declares them. */
interface Required {
  body: boolean;
  query: boolean;
}

function requiredBy({ requestBody, parameters = [] }: SpecOperation<string>['description']): Required {
  return {
    body: requestBody !== undefined && 'required' in requestBody && requestBody.required === true,
    query: parameters.some((each) => 'in' in each && each.in === 'query' && each.required === true),
  };
}

function toServed({ control }: ControlServices, operationId: ControlOperationId): ServedOperation {
  return {
    operationId,
    checkResponse: (status, body) => control.checkResponse(operationId, status, body),
  };
}

/** True if a request has anything to validate; other requests do not create the validator. */
function isCheckable(req: Request): boolean {
  return (
    (req.method !== 'GET' && req.method !== 'HEAD') ||
    req.originalUrl.includes('?') ||
    req.headers['last-event-id'] !== undefined ||
    // An earlier step found or refused the profile in the path.
    Object.keys(req.params).some((name) => name !== 'profileCode')
  );
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Runs an operation with its typed request, under its profile's lock. */
async function runOperation<Id extends ControlOperationId, Services extends ControlServices>(
  { services, authorize }: ControlHost<Services>,
  exchange: Received,
  operation: ControlOperation<Id, Services>,
): Promise<ControlResponse> {
  const { req } = exchange;
  if (operation.access !== 'profile') return operation.run(services, { ...readInput<Id>(req), now: exchange.now, req });
  if (!isAuthenticated(exchange)) throw noProfile();
  const request = () => ({ ...readInput<Id>(req), now: exchange.now, req, profile: exchange.profile });
  if (operation.isUnlocked) return operation.run(services, request());
  const { code } = exchange.profile;
  const find = async () => ({ profile: requireProfile(await authorize(operation, req)) });
  const locked = <T>(access: 'read' | 'write', work: () => Promise<T>): Promise<T> =>
    repeat(
      () => withProfileLock(services, exchange, { code, access, find }, work),
      async (error) => {
        if (!(error instanceof ReplacedError)) throw error;
        await services.profileLock.catchUp(code);
      },
    );
  if (!operation.exclusive) return locked('read', async () => operation.run(services, request()));
  return operation.run(services, {
    ...request(),
    withWriteLock: (work) => locked('write', () => work(exchange.profile, exchange.now)),
  });
}

function isAuthenticated(exchange: Received): exchange is Authenticated {
  return exchange.profile !== undefined;
}

type Input<Id extends ControlOperationId> = Pick<ControlRequest<Id>, 'path' | 'query' | 'body'>;

/** The validator has checked the request against control-api.yaml, from which the types come. */
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

function sendControlResponse(service: ControlServices, exchange: Received, response: ControlResponse): void {
  if ('stream' in response) return sendStream(service, exchange, response.stream);
  if ('pieces' in response) return void sendFile(service, exchange, response);
  if ('text' in response) {
    const headers = { 'Content-Type': `${response.mediaType}; charset=utf-8` };
    return sendAndLog(service, exchange, { status: 200, body: Buffer.from(response.text), headers });
  }
  const { status = 200 } = response;
  const body = toJson(completeBody(service, exchange, status, response.body));
  sendAndLog(service, exchange, { status, body });
}

function methodsOf(described: readonly { path: string; method: string }[], path: string): string {
  return described
    .filter((each) => each.path === path)
    .map(({ method }) => method.toUpperCase())
    .join(', ');
}

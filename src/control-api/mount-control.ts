import type { Express, Request, Response } from 'express';
import { completeBody } from '../http/complete-body.ts';
import { identify, receive } from '../http/exchange.ts';
import type { Authenticated, Exchange, Received, ServedOperation } from '../http/exchange.ts';
import { parseBody } from '../http/parse-body.ts';
import { refuseMethod } from '../http/refuse-method.ts';
import { renderError } from '../http/render-error.ts';
import { endExchange, sendResponse } from '../http/send-response.ts';
import { toJson } from '../http/to-json.ts';
import { withProfileLock } from '../http/with-profile-lock.ts';
import { listOperations, toRoute } from '../openapi/operations.ts';
import type { Service } from '../service.ts';
import { checkAccess } from './access/check-access.ts';
import { serveDocuments } from './documents/serve-documents.ts';
import type { ControlResponse, ControlCall, ControlOperation, ControlOperationId } from './operation.ts';
import { controlOperations } from './operations/operations.ts';
import { sendFile } from './send-file.ts';

/** What only the sandbox has: documents, and under `/_sandbox` the operations of control-api.yaml. */
export function mountControl(app: Express, service: Service): void {
  serveDocuments(app, service);
  const described = listOperations<ControlOperationId>(service.control.spec);
  for (const { operationId, method, path } of described) {
    const operation = controlOperations[operationId];
    const { requestBody } = service.control.spec.paths![path]![method]!;
    const needsBody = requestBody !== undefined && 'required' in requestBody && requestBody.required === true;
    // A probe may ask with HEAD whether the sandbox is up; anywhere else it would pass for a read.
    if (method === 'get' && operation.access !== 'open')
      app.head(toRoute(path), (req, res) => refuseMethod(service, methodsOf(described, path), req, res));
    app[method](toRoute(path), (req, res) => serve(service, operation, needsBody, req, res));
  }
  for (const path of new Set(described.map((each) => each.path))) {
    app.all(toRoute(path), (req, res) => refuseMethod(service, methodsOf(described, path), req, res));
  }
}

/** The way of a control request, in the order in which it meets the steps. */
async function serve(
  service: Service,
  operation: ControlOperation,
  needsBody: boolean,
  req: Request,
  res: Response,
): Promise<void> {
  const { operationId } = operation;
  const exchange = receive(service, toServed(service, operationId), req, res);
  try {
    const profile = await checkAccess(service, operation, req);
    const identified = profile ? identify(exchange, profile) : exchange;
    if (!operation.exclusive && (needsBody || hasBody(req))) await parseBody(req, res);
    if (isCheckable(req)) await service.control.validateRequest(operationId, req);
    sendAnswer(service, exchange, await runOperation(service, identified, operation));
  } catch (error) {
    renderError(service, exchange, error);
  }
}

function toServed({ control }: Service, operationId: ControlOperationId): ServedOperation {
  return {
    operationId,
    isJournaled: false,
    checkResponse: (status, body) => control.checkResponse(operationId, status, body),
  };
}

function runOperation(service: Service, exchange: Received, operation: ControlOperation): Promise<ControlResponse> {
  const { req } = exchange;
  if (!isAuthenticated(exchange))
    return operation.run(service, { profile: null, now: exchange.now, withWriteLock: refuseLock }, req);
  const findProfile = async () => (await checkAccess(service, operation, req)) ?? refuseLock();
  const withWriteLock: ControlCall['withWriteLock'] = (work) =>
    withProfileLock(service, exchange, 'write', findProfile, () => work(exchange.profile, exchange.now));
  const run = () => operation.run(service, { profile: exchange.profile, now: exchange.now, withWriteLock }, req);
  return operation.exclusive ? run() : withProfileLock(service, exchange, 'read', findProfile, run);
}

function isAuthenticated(exchange: Received): exchange is Authenticated {
  return exchange.profile !== undefined;
}

function refuseLock(): never {
  throw new Error('an operation without a profile in its path has no profile to lock');
}

function sendAnswer(service: Service, exchange: Received, answer: ControlResponse): void {
  if ('stream' in answer) return startStream(service, exchange, answer.stream);
  if ('pieces' in answer) return void sendFile(service, exchange, answer);
  if ('text' in answer)
    return sendResponse(service, exchange, 200, answer.text, { 'Content-Type': `${answer.mediaType}; charset=utf-8` });
  const { status = 200 } = answer;
  sendResponse(service, exchange, status, toJson(completeBody(service, exchange, status, answer.body)));
}

function startStream(service: Service, exchange: Exchange, stream: (res: Response) => void): void {
  exchange.res.setHeader('X-Request-Id', exchange.requestId);
  stream(exchange.res);
  exchange.res.once('close', () =>
    endExchange(service, exchange, { status: 200, headers: {}, body: null, ending: 'answered' }),
  );
}

/** Whether there is anything that could break the interface; without it the validator need not even be made. */
function isCheckable(req: Request): boolean {
  return (
    (req.method !== 'GET' && req.method !== 'HEAD') ||
    req.originalUrl.includes('?') ||
    Object.keys(req.params).length > 0
  );
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function methodsOf(described: readonly { path: string; method: string }[], path: string): string {
  return described
    .filter((each) => each.path === path)
    .map(({ method }) => method.toUpperCase())
    .join(', ');
}

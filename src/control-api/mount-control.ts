import type { Express, Request, Response } from 'express';
import { Refusal } from '../errors/refusal.ts';
import { listOperations, toRoute } from '../openapi/operations.ts';
import { refuseMethod } from '../server/errors/refuse-method.ts';
import { renderError, report } from '../server/errors/render-error.ts';
import { openExchange } from '../server/exchange.ts';
import type { Exchange } from '../server/exchange.ts';
import { parseBody } from '../server/pipeline/parse-body.ts';
import { endExchange, send } from '../server/pipeline/send.ts';
import { withProfileLock } from '../server/pipeline/with-profile-lock.ts';
import { profileNow } from '../server/profile-clock.ts';
import type { Service } from '../server/service.ts';
import type { Profile } from '../store/profiles.ts';
import { checkAccess } from './check-access.ts';
import type { ControlAnswer, ControlCall, ControlOperation, ControlOperationId } from './operation.ts';
import { controlOperations } from './operations/operations.ts';
import { sendFile } from './send-file.ts';
import { serveDocuments } from './serve-documents.ts';

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
  const exchange = openExchange(service, null, req, res, operation);
  try {
    exchange.profile = await checkAccess(service, operation, req);
    if (exchange.profile) exchange.now = profileNow(exchange.profile, exchange.now);
    if (!operation.exclusive && (needsBody || hasBody(req))) await parseBody(req, res);
    if (isCheckable(req)) await service.control.validateRequest(operation.operationId, req);
    sendAnswer(service, exchange, operation, await runOperation(service, exchange, operation));
  } catch (error) {
    renderError(service, exchange, error);
  }
}

function runOperation(service: Service, exchange: Exchange, operation: ControlOperation): Promise<ControlAnswer> {
  const { req } = exchange;
  const findProfile = async () => (await checkAccess(service, operation, req)) as Profile;
  const withWriteLock: ControlCall['withWriteLock'] = (work) =>
    withProfileLock(service, exchange, 'write', findProfile, () => work(exchange.profile!, exchange.now));
  const run = () => operation.run(service, { profile: exchange.profile, now: exchange.now, withWriteLock }, req);
  return exchange.profile === null || operation.exclusive
    ? run()
    : withProfileLock(service, exchange, 'read', findProfile, run);
}

function sendAnswer(
  service: Service,
  exchange: Exchange,
  { operationId }: ControlOperation,
  answer: ControlAnswer,
): void {
  if ('stream' in answer) return startStream(service, exchange, answer.stream);
  if ('pieces' in answer) return void sendFile(service, exchange, answer);
  if ('text' in answer)
    return send(service, exchange, 200, answer.text, { 'Content-Type': `${answer.mediaType}; charset=utf-8` });
  const { status = 200 } = answer;
  const body = { ...answer.body, liveMode: service.config.liveMode };
  const violation = service.control.checkResponse(operationId, status, body);
  report(service, violation);
  if (violation !== undefined) throw new Refusal('response_invalid');
  send(service, exchange, status, JSON.stringify(body));
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

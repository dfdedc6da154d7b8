import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { mountControl } from '../control-api/mount-control.ts';
import { Refusal } from '../errors/refusal.ts';
import { listOperations, toRoute } from '../openapi/operations.ts';
import type { RequestContext } from '../request-context.ts';
import { TakenError } from '../store/taken.ts';
import { refuseMethod } from './errors/refuse-method.ts';
import { renderError, report } from './errors/render-error.ts';
import { openExchange } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Operation, OperationAnswer } from './operations/operation.ts';
import { operations } from './operations/operations.ts';
import type { Operations } from './operations/operations.ts';
import { actAtEdge, Unanswered } from './pipeline/act-at-edge.ts';
import { authenticate } from './pipeline/authenticate.ts';
import { oneAfterTheOther } from './pipeline/one-after-the-other.ts';
import { parseBody } from './pipeline/parse-body.ts';
import { protectDemoKeys } from './pipeline/refuse-foreign-host.ts';
import { reshapeAnswer } from './pipeline/reshape-answer.ts';
import { implicitScenario, scenarioOfRequest } from './pipeline/select-scenario.ts';
import { endExchange, send } from './pipeline/send.ts';
import { toJson } from './pipeline/to-json.ts';
import { withProfileLock } from './pipeline/with-profile-lock.ts';
import { profileNow } from './profile-clock.ts';
import type { Service } from './service.ts';

/** The express app of a sandbox: every operation of the spec behind the one pipeline. */
export function createApp(service: Service, served: Operations = operations): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.use(oneAfterTheOther);
  for (const { operationId, method, path } of listOperations(service.spec)) {
    const operation = served[operationId];
    const route = toRoute(path);
    // Left alone, express would answer HEAD as a GET without its body, and a HEAD would count as a read.
    if (method === 'get') app.head(route, (req, res) => refuseMethod(service, 'GET', req, res));
    app[method](route, (req, res) => serve(service, operation, req, res));
  }
  mountControl(app, service);
  refuseTheRest(app, service);
  return app;
}

/** The way of a request, in the order in which it meets the steps. */
async function serve(service: Service, operation: Operation, req: Request, res: Response): Promise<void> {
  const exchange = openExchange(service, operation, req, res);
  try {
    protectDemoKeys(service, req);
    exchange.profile = await authenticate(service, req);
    exchange.now = profileNow(exchange.profile, exchange.now);
    await readRequest(service, exchange);
    await service.validateRequest(operation.operationId, req);
    if (exchange.scenario) await actAtEdge(exchange, 'before');
    const answer = await withProfileLock(
      service,
      exchange,
      'read',
      () => authenticate(service, req),
      () => runOperation(service, exchange, operation),
    );
    if (exchange.scenario) await actAtEdge(exchange, 'after');
    sendAnswer(service, exchange, operation, answer);
  } catch (error) {
    if (error instanceof Unanswered) leaveUnanswered(service, exchange, error);
    else renderError(service, exchange, error);
  }
}

/** Selects the scenario, lets it act and parses the body; the body comes first where it may say which scenario. */
async function readRequest(service: Service, exchange: Exchange): Promise<void> {
  const { req, res } = exchange;
  exchange.scenario = scenarioOfRequest(service, exchange);
  if (exchange.scenario) {
    await actAtEdge(exchange, 'authentication');
    return parseBody(req, res);
  }
  let unreadable: unknown;
  try {
    await parseBody(req, res);
  } catch (error) {
    unreadable = error;
  }
  exchange.scenario = await implicitScenario(service, exchange);
  if (exchange.scenario) await actAtEdge(exchange, 'authentication');
  if (unreadable !== undefined) throw unreadable;
}

/**
 * An id can be taken: an import brings ids that this profile would have drawn next, when both sandboxes have the
 * same seed. Nothing has been kept then, and the operation is run with other ids.
 */
async function runOperation(service: Service, exchange: Exchange, operation: Operation): Promise<OperationAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation.run(service, toCall(service, exchange), exchange.req);
    } catch (error) {
      if (!(error instanceof TakenError) || attempt === MAX_ATTEMPTS) throw error;
      service.ids.leap(exchange.profile!.code);
    }
  }
}

function leaveUnanswered(service: Service, exchange: Exchange, { message }: Unanswered): void {
  const { socket } = exchange.req;
  if (!socket.destroyed) {
    service.silenced.add(socket);
    socket.once('close', () => service.silenced.delete(socket));
  }
  endExchange(service, exchange, message);
}

function toCall(service: Service, exchange: Exchange): RequestContext {
  return {
    profile: exchange.profile as NonNullable<Exchange['profile']>,
    now: exchange.now,
    effects: exchange.scenario?.effects ?? {},
    armed: exchange.scenario?.later ?? null,
    ids: service.ids,
  };
}

function sendAnswer(service: Service, exchange: Exchange, operation: Operation, answer: OperationAnswer): void {
  const { liveMode } = service.config;
  const body = { ...answer.body, liveMode };
  const violation = service.checkResponse(operation.operationId, 200, body);
  report(service, violation);
  if (violation !== undefined) throw new Refusal('response_invalid');
  const reshaped = reshapeAnswer(service.spec, exchange, body);
  if (reshaped !== undefined) return send(service, exchange, 200, JSON.stringify(reshaped));
  send(service, exchange, 200, toJson(body));
}

/** Wrong methods, unknown addresses and addresses that cannot be decoded get the one error body too. */
function refuseTheRest(app: Express, service: Service): void {
  for (const { method, path } of listOperations(service.spec)) {
    app.all(toRoute(path), (req, res) => refuseMethod(service, method.toUpperCase(), req, res));
  }
  app.use((req: Request, res: Response) => {
    renderError(
      service,
      openExchange(service, null, req, res),
      new Refusal('not_found', [
        {
          path: '',
          message: `There is nothing at ${req.path.slice(0, 200)}; GET / lists the addresses of the service`,
        },
      ]),
    );
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    renderError(
      service,
      openExchange(service, null, req, res),
      error instanceof URIError ? new Refusal('malformed_url') : error,
    );
  });
}

const MAX_ATTEMPTS = 3;

import type { Request, RequestHandler } from 'express';
import type { Ending } from '../exchange/exchange.ts';
import { authenticate, findSender } from '../http/authenticate.ts';
import { completeBody } from '../http/check-response.ts';
import type { Authenticated, Ended, Exchange, Received, Sent, ServedOperation } from '../http/exchange.ts';
import { endExchange, identify, receive } from '../http/exchange.ts';
import { renderGateway } from '../http/gateway-response.ts';
import { journalExchange } from '../http/journal-exchange.ts';
import { logExchange } from '../http/log-exchange.ts';
import { parseBody } from '../http/parse-body.ts';
import { protectDemoKeys } from '../http/refuse-foreign-host.ts';
import { renderError } from '../http/render-error.ts';
import type { Rendered } from '../http/send-response.ts';
import { sendResponse } from '../http/send-response.ts';
import { toJson } from '../http/to-json.ts';
import { withProfileLock } from '../http/with-profile-lock.ts';
import type { OperationId } from '../interface/api.ts';
import type { RequestContext } from '../request-context.ts';
import { ScenarioTaken } from '../scenarios/active.ts';
import type { Service } from '../service.ts';
import { TakenError } from '../store/errors.ts';
import type { Profile } from '../store/profiles.ts';
import type { Input, Operation, Output } from './operations/operation.ts';
import type { Silence } from './pipeline/act-at-edge.ts';
import { actAtEdge, actOnResponse, GatewayResponded, NoResponse } from './pipeline/act-at-edge.ts';
import { noteCaller, readAhead } from './pipeline/read-ahead.ts';
import { reshapeResponse } from './pipeline/reshape-response.ts';
import { explicitScenario, implicitScenario, selectAgain } from './pipeline/select-scenario.ts';

export function serveOperation(service: Service, operation: Operation): RequestHandler {
  const { operationId } = operation;
  const served: ServedOperation<OperationId> = {
    operationId,
    checkResponse: (status, body) => service.checkResponse(operationId, status, body),
  };
  return (req, res) => serve(service, operation, receive(service, served, req, res));
}

/** Serves a request, step by step. A client that leaves ends its exchange, not the work for it. */
async function serve(service: Service, operation: Operation, exchange: Received<OperationId>): Promise<void> {
  exchange.res.once('close', () => finish(service, exchange, 'client-gone'));
  const response = await service.store.requests.run(() => respond(service, operation, exchange));
  if (!exchange.profile) await findSender(service, exchange);
  // The client will know the ids of the response.
  if (exchange.profile && typeof response === 'object' && response.status === 200)
    await service.journal.expect(exchange.profile.code);
  const sent = typeof response === 'string' ? response : sendResponse(exchange, response);
  finish(service, exchange, sent);
}

/** The steps after the response. A client can leave before its sender is known: the journal waits for that. */
function finish(service: Service, exchange: Exchange, sent: Sent | Ending | undefined): void {
  const ended = endExchange(service, exchange, sent);
  if (ended) logExchange(service, ended);
  if (exchange.isJournaled || !hasEnded(exchange) || !(exchange.profile ?? exchange.claimed)) return;
  exchange.isJournaled = true;
  journalExchange(service, exchange);
}

function hasEnded(exchange: Exchange): exchange is Ended {
  return exchange.end !== undefined;
}

/** The steps up to the response. Renders any thrown error. Returns the ending of a request without a response. */
async function respond(
  service: Service,
  operation: Operation,
  received: Received<OperationId>,
): Promise<Rendered | Silence> {
  const { req } = received;
  const { requests } = service.store;
  service.underway.add(received);
  try {
    protectDemoKeys(service, req);
    const parse = parseOnce(received);
    await readAhead(service, req, parse);
    const { profile, origin } = await authenticate(service, req);
    noteCaller(service, req);
    await service.profileLock.catchUp(profile.code);
    const authenticated = identify(Object.assign(received, { origin }), profile);
    const findProfile = async () => {
      requests.forget();
      return (await authenticate(service, req)).profile;
    };
    const parsed = await selectAndParse(service, authenticated, parse, findProfile);
    const validated = await validate(service, parsed);
    const output = await underScenario(service, validated, async () => {
      await actAtEdge(validated, 'before');
      // A scenario may have waited.
      if (validated.scenario) requests.forget();
      return withProfileLock(service, validated, 'read', findProfile, () =>
        runOperation(service, validated, operation),
      );
    });
    await actOnOutput(service, validated, output);
    return renderOutput(service, validated, output);
  } catch (error) {
    if (error instanceof NoResponse) return keepSilent(service, req, error);
    return error instanceof GatewayResponded ? passGateway(received, error) : renderError(service, received, error);
  } finally {
    service.underway.delete(received);
  }
}

/** Third stage: the scenario is selected, and the body is JSON. */
interface Parsed extends Authenticated<OperationId> {
  body: unknown;
}

/** Fourth stage: the request fits its operation. */
interface Validated extends Authenticated<OperationId> {
  input: Input<OperationId>;
}

/** Returns a function to parse the body; a second call returns the same promise. */
function parseOnce({ req, res }: Exchange): () => Promise<unknown> {
  let parsing: Promise<unknown> | undefined;
  return () => (parsing ??= parseBody(req, res));
}

/**
 * Parses the body, selects the scenario and lets it act. The body comes first: it may select the scenario, and the
 * journal must have the client's input under any scenario. Its faults are reported last. Armed scenarios are
 * read under the lock: a request during an import meets the scenarios that the import arms.
 */
async function selectAndParse(
  service: Service,
  exchange: Authenticated<OperationId>,
  parse: () => Promise<unknown>,
  findProfile: () => Promise<Profile>,
): Promise<Parsed> {
  const parsing = parse();
  await Promise.allSettled([parsing]);
  exchange.scenario =
    explicitScenario(service, exchange) ??
    (await withProfileLock(service, exchange, 'read', findProfile, () => implicitScenario(service, exchange)));
  await underScenario(service, exchange, async () => actAtEdge(exchange, 'authentication'));
  return Object.assign(exchange, { body: await parsing });
}

/**
 * Takes a step in which scenarios may act. An armed scenario is counted when it acts: if another request uses it up in
 * the meantime, the request meets the scenarios armed by then, and repeats the step. `isServed` is for selectAgain.
 */
async function underScenario<T>(
  service: Service,
  exchange: Authenticated<OperationId>,
  step: () => Promise<T>,
  isServed = false,
): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ScenarioTaken)) throw error;
      await selectAgain(service, exchange, isServed);
    }
  }
}

/** The validator fills in defaults, all at the top of the body, so that the request is the input of its operation. */
async function validate(service: Service, exchange: Parsed): Promise<Validated> {
  const { body } = exchange;
  exchange.sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : body;
  await service.validateRequest(exchange.operation.operationId, exchange.req);
  return Object.assign(exchange, { input: exchange.req as Input<OperationId> });
}

/**
 * An id can be taken: an import brings ids that this profile would have drawn next, if both sandboxes have the same
 * seed. Nothing has been stored then, and the operation runs again with other ids.
 */
async function runOperation(service: Service, exchange: Validated, operation: Operation): Promise<Output<OperationId>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation.run(service, toContext(service, exchange), exchange.input);
    } catch (error) {
      if (!(error instanceof TakenError) || attempt === MAX_ATTEMPTS) throw error;
      service.ids.leap(exchange.profile.code);
    }
  }
}

function toContext({ ids }: Service, { profile, now, scenario }: Validated): RequestContext {
  return {
    profile,
    now,
    effects: scenario?.effects ?? {},
    act: (...places) => scenario?.actOn(...places),
    armed: scenario?.later ?? null,
    ids,
  };
}

/**
 * Lets a scenario act on the response. On a refusal it acts only together with a scenario that caused the refusal:
 * otherwise there was no work whose response could be lost.
 */
async function actOnOutput(service: Service, exchange: Validated, output: Output<OperationId>): Promise<void> {
  exchange.isRefused = output.isRefused ?? false;
  if (!exchange.scenario || (exchange.isRefused && !exchange.scenario.hasDecided)) return;
  await underScenario(service, exchange, async () => actAtEdge(exchange, 'after'), true);
  await underScenario(service, exchange, () => actOnResponse(exchange), true);
}

/** Checks the response against the interface, then lets a scenario reshape it. */
function renderOutput(service: Service, exchange: Validated, output: Output<OperationId>): Rendered {
  const body = completeBody(service, exchange, 200, output.body);
  const reshaped = reshapeResponse(service.spec, exchange, body);
  exchange.output = reshaped ?? body;
  return { status: 200, body: reshaped === undefined ? toJson(body) : Buffer.from(JSON.stringify(reshaped)) };
}

/** Returns a gateway's response: the service contributes nothing to it. */
function passGateway(exchange: Received<OperationId>, { response }: GatewayResponded): Rendered {
  exchange.isRefused = true;
  return renderGateway(response, exchange.now);
}

/** Notes a connection with a request that a scenario leaves without a response. */
function keepSilent(service: Service, { socket }: Request, { ending }: NoResponse): Silence {
  if (!socket.destroyed) {
    service.silenced.add(socket);
    socket.once('close', () => service.silenced.delete(socket));
  }
  return ending;
}

const MAX_ATTEMPTS = 3;

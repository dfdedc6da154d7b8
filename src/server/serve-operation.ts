import { setTimeout as wait } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { repeat } from '../base/repeat.ts';
import { LATEST, moveClock } from '../control-api/clock/move-clock.ts';
import type { Ending } from '../exchange/exchange.ts';
import type { Credentials } from '../http/authenticate.ts';
import { findSender, readCredentials } from '../http/authenticate.ts';
import { completeBody } from '../http/check-response.ts';
import type { Ended, Exchange, Received, Sent, ServedOperation } from '../http/exchange.ts';
import { endExchange, receive } from '../http/exchange.ts';
import { renderGateway } from '../http/gateway-response.ts';
import { journalExchange } from '../http/journal-exchange.ts';
import { logExchange } from '../http/log-exchange.ts';
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
import { ReplacedError, TakenError } from '../store/errors.ts';
import type { Records } from '../store/requests.ts';
import type { Domain, Input, Operation, Output } from './operations/operation.ts';
import type { Silence } from './pipeline/act-at-edge.ts';
import { actAtEdge, actOnResponse, Delayed, GatewayResponded, NoResponse } from './pipeline/act-at-edge.ts';
import type { Named } from './pipeline/armed-scenario.ts';
import { loadRequest, receiveBody } from './pipeline/load-request.ts';
import { reshapeResponse } from './pipeline/reshape-response.ts';
import { selectAgain, selectScenario } from './pipeline/select-scenario.ts';

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
  const response = await respond(service, operation, exchange);
  if (!exchange.profile) await findSender(service, exchange);
  // The client will know the ids in the response.
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

/** The steps up to the response. Renders any thrown error. Returns the ending if the request gets no response. */
async function respond(
  service: Service,
  operation: Operation,
  exchange: Received<OperationId>,
): Promise<Rendered | Silence> {
  const { req } = exchange;
  service.underway.add(exchange);
  try {
    protectDemoKeys(service, req);
    const caller = readCredentials(service, req);
    const checkBody = await receiveBody(service, exchange, caller);
    let output: Output<OperationId> | undefined;
    const served = await repeat(
      async () => {
        output ??= await attempt(service, operation, exchange, caller, checkBody);
        await actOnOutput(exchange, output);
        return output;
      },
      (error) => prepareAgain(service, exchange, caller.profileCode, error, output !== undefined),
    );
    return renderOutput(service, exchange, served);
  } catch (error) {
    if (error instanceof NoResponse) return keepSilent(service, req, error);
    return error instanceof GatewayResponded ? passGateway(exchange, error) : renderError(service, exchange, error);
  } finally {
    service.underway.delete(exchange);
  }
}

/**
 * Takes the steps from the credentials to the operation's output, under the profile's lock: the request sees one
 * profile state, with the scenarios armed there. The steps before the operation change nothing, and are repeated with
 * it. The body counts late: it may select the scenario, and its faults are reported after the scenario has acted.
 */
function attempt(
  service: Service,
  operation: Operation,
  received: Received<OperationId>,
  caller: Credentials,
  checkBody: () => void,
): Promise<Output<OperationId>> {
  const find = () => loadRequest(service, received, caller);
  return withProfileLock(service, received, { code: caller.profileCode, access: 'read', find }, async (exchange) => {
    exchange.scenario ??= await selectScenario(service, exchange);
    await actAtEdge(exchange, 'authentication');
    checkBody();
    const validated = await validate(service, exchange);
    await actAtEdge(validated, 'before');
    return operation.run(withRecords(service, exchange.records), toContext(service, validated), validated.input);
  });
}

/** Makes another attempt possible after an error that it may resolve; throws any other error. */
async function prepareAgain(
  service: Service,
  exchange: Received<OperationId>,
  profileCode: string,
  error: unknown,
  isServed: boolean,
): Promise<void> {
  if (error instanceof Delayed) await delay(service, profileCode, error);
  else if (error instanceof ScenarioTaken && isNamed(exchange)) await selectAgain(service, exchange, isServed);
  else if (error instanceof ReplacedError) await service.profileLock.catchUp(profileCode);
  // An import brings ids that this profile would have drawn next, if both sandboxes have the same seed.
  else if (error instanceof TakenError) service.ids.leap(profileCode);
  else throw error;
}

/** Waits in real time even if the profile's clock moves, because the client measures by its own clock. */
async function delay(service: Service, profileCode: string, { delayMs, advancesClock }: Delayed): Promise<void> {
  await wait(delayMs, undefined, { ref: false });
  if (!advancesClock) return;
  // A profile removed meanwhile has no clock; the next attempt refuses the request.
  const profile = await service.store.profiles.find(profileCode);
  if (profile)
    await moveClock(service, profile, {
      to: (present) => Math.min(present + delayMs, LATEST),
      ...{ mode: 'as-before', path: '' },
    });
}

function isNamed(exchange: Received<OperationId>): exchange is Named {
  return 'records' in exchange;
}

/** The request fits its operation. */
interface Validated extends Named {
  input: Input<OperationId>;
}

/**
 * Validates a request, once. The validator fills in defaults, all at the body's top level, so that the request is its
 * operation's input.
 */
async function validate(service: Service, exchange: Named & Partial<Validated>): Promise<Validated> {
  const { input } = exchange;
  if (!input) await service.validateRequest(exchange.operation.operationId, exchange.req);
  return Object.assign(exchange, { input: input ?? (exchange.req as Input<OperationId>) });
}

/** The service's two halves over a request's records. */
function withRecords({ flights, transfers }: Service, { searches, pricings, bookings }: Records): Domain {
  return { flights: { ...flights, searches }, transfers: { ...transfers, searches, pricings, bookings } };
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
async function actOnOutput(exchange: Received<OperationId>, output: Output<OperationId>): Promise<void> {
  exchange.isRefused = output.isRefused ?? false;
  if (!exchange.scenario || (exchange.isRefused && !exchange.scenario.hasDecided)) return;
  await actAtEdge(exchange, 'after');
  await actOnResponse(exchange);
}

/** Checks the response against the interface, then lets a scenario reshape it. */
function renderOutput(service: Service, exchange: Received<OperationId>, output: Output<OperationId>): Rendered {
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

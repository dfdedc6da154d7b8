import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { systemClock } from '../../base/clock.ts';
import { decode } from '../../exchange/decode.ts';
import { renderGateway } from '../../http/gateway-response.ts';
import { scenarioHeaders } from '../../http/send-response.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { ActiveScenario } from '../../scenarios/active.ts';
import { ScenarioTaken } from '../../scenarios/active.ts';
import type { Edge, GatewayResponse } from '../../scenarios/scenario.ts';
import { refusalBody, writeJsonHead, writeOwnHead } from '../own-response.ts';
import { addTrailers, beginResponse, breakOffWith, forward, passBody, passOn, writeHead } from '../proxy/forward.ts';
import { rawHeader, withHeader } from '../proxy/headers.ts';
import type { Passage } from '../proxy/passage.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { PassedResponse } from '../recording/capture.ts';
import { MAX_BODY_BYTES } from '../recording/capture.ts';
import { saysLive } from '../recording/record.ts';

/** Input of a disturbance. */
export interface Disturbing {
  upstream: Upstream;
  /** The latest `liveMode` in the upstream's responses; null if there was none so far. */
  liveMode: () => boolean | null;
  /** True if the response may get lost, given the value of `liveMode` in the response; null without one. */
  mayLose: (active: ActiveScenario, passage: Passage, said: boolean | null) => boolean;
  /** Called with a scenario that did not act because the system may be live. */
  onSpared: (active: ActiveScenario, passage: Passage) => void;
}

/**
 * Serves a request under a scenario: waits, and then fails before the upstream gets the request, or after its response.
 */
export function disturb(disturbing: Disturbing, passage: Passage, active: ActiveScenario): void {
  const { edges } = active;
  const delayMs = edges.reduce((sum, edge) => sum + ('delayMs' in edge ? edge.delayMs : 0), 0);
  const early = edges.find((edge) => ['authentication', 'before'].includes(edge.at) && !('delayMs' in edge));
  const late = edges.find(({ at }) => at === 'after' || at === 'answer');
  const go = (): void => {
    if (passage.isOver) return;
    if (early) failEarly(disturbing, passage, active, early);
    else if (late) forward(disturbing.upstream, passageFor(passage, late), (response) => hold(response, late));
    else forward(disturbing.upstream, passage);
  };
  const hold = (response: IncomingMessage, edge: Edge): void => {
    void holdBack(disturbing, passage, active, edge, response);
  };
  if (delayMs === 0) return go();
  note(passage, active);
  const timer = setTimeout(go, delayMs);
  passage.res.once('close', () => clearTimeout(timer));
}

/** Requests an uncompressed body if the scenario damages it. Returns the passage. */
function passageFor(passage: Passage, edge: Edge): Passage {
  if ('body' in edge && edge.body === 'malformed')
    passage.headers = withHeader(passage.headers, 'Accept-Encoding', 'identity');
  return passage;
}

/** Fails without a request to the upstream. */
function failEarly(disturbing: Disturbing, passage: Passage, active: ActiveScenario, edge: Edge): void {
  const { req } = passage;
  note(passage, active);
  if (req.headers.expect !== undefined) passage.res.writeContinue();
  passage.watchRequest();
  const act = (): void => {
    if (!passage.isOver) fail(disturbing, passage, active, edge);
  };
  if (req.readableEnded) act();
  else req.once('end', act);
}

/** Waits for the whole response. Then the scenario replaces or changes it. */
async function holdBack(
  disturbing: Disturbing,
  passage: Passage,
  active: ActiveScenario,
  edge: Edge,
  response: IncomingMessage,
): Promise<void> {
  if (!isSuccess(response)) return passOn(passage, response);
  const held = beginResponse(passage, response);
  passage.seen = held;
  breakOffWith(passage, response);
  const body = await readWhole(passage, held, response);
  if (body === null || passage.isOver) return;
  const decoded = await decode(body, rawHeader(held.headers, 'content-encoding'));
  if (passage.isOver) return;
  if (!disturbing.mayLose(active, passage, saysLive(jsonOf(decoded)))) {
    disturbing.onSpared(active, passage);
    return sendHeld(passage, held, body, response);
  }
  if (!isOurs(active, edge)) return sendHeld(passage, held, body, response);
  note(passage, active);
  passage.sent = held;
  passage.seen = null;
  if ('body' in edge) damage(passage, active, held, body, edge.body, response);
  else fail(disturbing, passage, active, edge);
}

/**
 * Returns a response's whole body; null if it broke off. Null too if it is too large to hold and passes through
 * unchanged.
 */
function readWhole(passage: Passage, held: PassedResponse, response: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      held.body.take(piece);
      if (held.body.size <= MAX_BODY_BYTES) return;
      response.off('data', take).off('end', end);
      if (writeHead(passage, held, response)) {
        for (const one of pieces) passage.res.write(one);
        passBody(passage, held, response);
      }
      resolve(null);
    };
    const end = (): void => resolve(Buffer.concat(pieces));
    response.on('data', take).once('end', end);
    response.once('close', () => resolve(null));
  });
}

function sendHeld(passage: Passage, held: PassedResponse, body: Buffer, response: IncomingMessage): void {
  if (!writeHead(passage, held, response)) return;
  addTrailers(passage.res, response);
  void passage.finish(body);
}

function fail({ liveMode }: Disturbing, passage: Passage, active: ActiveScenario, edge: Edge): void {
  if ('error' in edge) return sendError(passage, active, new Refusal(edge.error), liveMode());
  if ('gateway' in edge) return sendGateway(passage, active, edge.gateway);
  if (!('connection' in edge)) return;
  void passage.end(edge.connection, `the scenario ${active.name}`).then(() => {
    if (edge.connection === 'reset') passage.req.socket.resetAndDestroy();
  });
}

function sendError(passage: Passage, active: ActiveScenario, refusal: Refusal, liveMode: boolean | null): void {
  const acted = scenarioHeaders(active, 'overtaken');
  const { status } = refusal;
  sendOwn(passage, status, writeJsonHead(passage.res, status, refusalBody(refusal, liveMode), acted));
}

function sendGateway(passage: Passage, active: ActiveScenario, response: GatewayResponse): void {
  const { status, body, headers } = renderGateway(response, systemClock.now());
  const all = { ...headers, ...scenarioHeaders(active, 'overtaken') };
  sendOwn(passage, status, writeOwnHead(passage.res, status, body, all));
}

/** Sends a response after its head. */
function sendOwn(passage: Passage, status: number, { body, headers }: { body: Buffer; headers: string[] }): void {
  passage.seen = passage.respond({ status, statusText: STATUS_CODES[status] ?? '', headers, isService: false });
  passage.seen.body.take(body);
  void passage.finish(body);
}

/** Damages the body. Status and headers come from the upstream. */
function damage(
  passage: Passage,
  active: ActiveScenario,
  held: PassedResponse,
  body: Buffer,
  how: 'truncated' | 'malformed',
  response: IncomingMessage,
): void {
  const { res } = passage;
  const damaged = how === 'truncated' ? body.subarray(0, body.length >> 1) : Buffer.from(body);
  if (how === 'malformed' && damaged.length > 0) damaged[damaged.length - 1] = COMMA;
  const seen = passage.respond({ ...held, isService: false });
  seen.body.take(damaged);
  passage.seen = seen;
  if (!writeHead(passage, seen, response)) return;
  if (how === 'malformed') return void passage.finish(damaged);
  passage.reason = `the scenario ${active.name}`;
  res.flushHeaders();
  res.write(damaged, () => void passage.breakOff());
}

/** Counts a scenario as it acts; false if another request has used it up in the meantime. */
function isOurs(active: ActiveScenario, edge: Edge): boolean {
  try {
    void active.act(edge);
    return true;
  } catch (error) {
    if (error instanceof ScenarioTaken) return false;
    throw error;
  }
}

function note(passage: Passage, { name, from }: ActiveScenario): void {
  passage.scenario = { name, from };
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function jsonOf(bytes: Buffer | null): unknown {
  try {
    return JSON.parse(bytes?.toString() ?? '');
  } catch {
    return undefined;
  }
}

const COMMA = ','.charCodeAt(0);

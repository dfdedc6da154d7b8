import type { Request, Response } from 'express';
import type { Ids } from '../base/ids.ts';
import { memoizeByObject } from '../base/memoize-by-object.ts';
import type { Ending, Origin, Outcome } from '../exchange/exchange.ts';
import { BROKEN, outcomeOf } from '../journal/outcome.ts';
import { profileNow } from '../profiles/profile-clock.ts';
import type { ActiveScenario, EndReason } from '../scenarios/active.ts';
import type { Profile } from '../store/profiles.ts';
import type { ExchangeServices } from './http-services.ts';

/** One request and its response, at any stage: the data for error bodies, the log and the journal. */
export interface Exchange {
  requestId: string;
  /** The only clock reading for the request: the service's clock, then the profile's clock. */
  now: number;
  /** Time by the machine's clock when it was opened, epoch milliseconds. */
  realTime: number;
  req: Request;
  res: Response;
  /** Number of exchanges that had ended when it was opened. */
  began: number;
  /** Undefined until the client has its response, or has left. */
  end: End | undefined;
  /** The response body, before a scenario corrupts its text; undefined if it has none. */
  output: unknown;
  /** Null if the address has no operation. */
  operation: ServedOperation | null;
  /** Absent until the request is authenticated. */
  profile?: Profile;
  /** The sender; absent until the request is authenticated, and on a control API request. */
  origin?: Origin;
  /** Profile whose public key a request without valid credentials has, or `NOBODY`; absent until it is refused. */
  claimed?: string;
  /** True once it is in the journal. */
  isJournaled?: boolean;
  /** Absent if no scenario is selected. */
  scenario?: ActiveScenario | undefined;
  /** True if the response refuses the request: by its status, or as a failed booking. */
  isRefused?: boolean;
  /** The profile lock's `generation` when the exchange was opened. */
  lockGeneration: number;
  /** Milliseconds since the exchange was opened, for the log and the journal. */
  elapsed: () => number;
}

/** An operation of either interface, with the fields that every exchange needs. */
export interface ServedOperation<Id extends string = string> {
  operationId: Id;
  /** Describes how a response violates the interface; undefined if it fits. */
  checkResponse(status: number, body: unknown): string | undefined;
}

/** First stage: a request for an operation. */
export interface Received<Id extends string = string> extends Exchange {
  operation: ServedOperation<Id>;
}

/** Second stage: the sender is known. */
export interface Authenticated<Id extends string = string> extends Received<Id> {
  profile: Profile;
}

/** Last stage: the client has its response, or has left. */
export interface Ended extends Exchange {
  end: End;
}

export interface End {
  /** The response, or the reason why the client has none. */
  sent: Sent | Ending;
  /** The response's meaning. */
  outcome: Outcome;
  /** Number of exchanges ended in the sandbox, including this one. */
  count: number;
  /** Milliseconds from opening the exchange until its response was sent, to hundredths. */
  durationMs: number;
}

/** The sent part of a response. */
export interface Sent {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer | null;
  /** True if the body was sent unchanged and complete. */
  isWhole: boolean;
  ending: Ending;
  /**
   * Milliseconds since the exchange was opened, read before the first byte was sent, because the client's next call, to
   * another process, can begin before this one reads its clock. Absent for a stream.
   */
  afterMs?: number;
}

/** Opens an exchange without an operation: assigns its id and reads the clock. */
export function openExchange(service: ExchangeServices, req: Request, res: Response): Exchange {
  return {
    requestId: drawRequestId(service),
    now: service.clock.now(),
    realTime: service.realTime.now(),
    began: service.endings.count,
    end: undefined,
    output: undefined,
    req,
    res,
    operation: null,
    lockGeneration: service.profileLock.generation,
    elapsed: service.realTime.stopwatch(),
  };
}

/** Opens an operation's exchange. */
export function receive<Id extends string>(
  service: ExchangeServices,
  operation: ServedOperation<Id>,
  req: Request,
  res: Response,
): Received<Id> {
  return Object.assign(openExchange(service, req, res), { operation });
}

/** Takes a request to the second stage: from now on its profile's clock counts. */
export function identify<Stage extends Exchange>(exchange: Stage, profile: Profile): Stage & { profile: Profile } {
  return Object.assign(exchange, { profile, now: profileNow(profile, exchange.now) });
}

/** Takes an exchange to its last stage. Returns undefined if it has ended before: a client can leave at any time. */
export function endExchange(
  { endings, metrics }: ExchangeServices,
  exchange: Exchange,
  sent: Sent | Ending | undefined,
): Ended | undefined {
  if (exchange.end || sent === undefined) return undefined;
  const { afterMs = exchange.elapsed() } = typeof sent === 'object' ? sent : {};
  const end: End = {
    sent,
    outcome: readOutcome(exchange, sent),
    count: endings.next(),
    durationMs: Math.round(afterMs * 100) / 100,
  };
  const ended = Object.assign(exchange, { end });
  metrics?.note(ended);
  return ended;
}

function readOutcome({ output }: Exchange, sent: Sent | Ending): Outcome {
  if (typeof sent !== 'object') return outcomeOf(null, sent, undefined);
  return outcomeOf(sent.status, sent.ending, sent.isWhole ? output : BROKEN);
}

/** Returns why selected scenarios did not act, by the exchange's ending. */
export function idleReason({ scenario, isRefused, end }: Exchange): EndReason {
  const sent = end?.sent;
  if (sent === 'client-gone') return 'client-gone';
  if (!isRefused && typeof sent !== 'string') return 'no-effect';
  return scenario?.hasDecided ? 'overtaken' : 'refused';
}

export function drawRequestId({ ids }: ExchangeServices): string {
  return `req_${requestStream(ids).text(16)}`;
}

/** One stream for all requests: one for each would cost a short request 5 % of its time. */
const requestStream = memoizeByObject((ids: Ids) => ids.draw('requests'));

/** An address may come in its absolute form, `http://host/path`: this is the part after the host. */
export function originForm(address: string): string {
  if (address.startsWith('/')) return address;
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

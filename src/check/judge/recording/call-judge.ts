import { Lru } from '../../../base/lru.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Redaction } from '../../../exchange/redaction.ts';
import { ServiceClock, toServiceTime } from '../../../exchange/service-clock.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { ConductArea } from '../conduct.ts';
import { isBooking, isSentAgain } from '../expectations/bookings.ts';
import { sentIdentifier } from '../expectations/identifiers.ts';
import type { Finding } from '../finding.ts';
import { Judge, MAX_PROFILES } from '../judge.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { reservationsIn, sentField } from '../knowledge.ts';
import { createFindPath } from './find-path.ts';
import type { JudgedRecording } from './judge-recording.ts';
import type { Held, ServiceCall } from './service-finder.ts';
import { ServiceFinder } from './service-finder.ts';

export interface CallJudgeOptions {
  spec: Spec;
  areas: readonly ConductArea[];
  /** The service's base URLs; empty to find it. */
  origins: readonly URL[];
  serviceIdHeader: string;
  /** True if the profiles belong to different people: see `Judge`. */
  areApart?: boolean;
}

/** Finds the calls to the service among all calls, and judges them. */
export class CallJudge {
  readonly judge: Judge;
  /** Judges calls without valid credentials: any caller can make them, so they change no verdict on the profile. */
  readonly unauthenticated: Judge;
  readonly #finder: ServiceFinder;
  /** One clock for each profile: a sandbox may move a single profile's clock. */
  readonly #clocks = new Lru<ServiceClock>(MAX_PROFILES);
  #passedOver = 0;
  #judged = 0;
  #from: number | null = null;
  #to: number | null = null;

  constructor({ areas, spec, origins, serviceIdHeader, areApart = false }: CallJudgeOptions) {
    this.judge = new Judge(areas, areApart);
    this.unauthenticated = new Judge(areas, areApart);
    this.#finder = new ServiceFinder({
      findPath: createFindPath(spec),
      serviceIdHeader: serviceIdHeader.toLowerCase(),
      origins,
    });
  }

  get judged(): number {
    return this.#judged;
  }

  /**
   * Returns the calls to the service, as known from this call on, oldest first. Throws RecordingError for two services.
   */
  find(call: Exchange, held?: Held): ServiceCall[] {
    const calls = this.#finder.take(call, held);
    for (const own of calls)
      if (own.call.isForeign)
        own.clock = this.#clocks.getOrCreate(own.profile, () => new ServiceClock()).note(own.call);
    return calls;
  }

  /** Counts a call from a page of the sandbox: it says nothing about the client. `gap`: see `take`. */
  passOver({ profile }: ServiceCall, gap: string | null): void {
    this.#passedOver++;
    this.judge.passOver(profile, gap);
  }

  /**
   * Judges a call; returns its findings. `gap`: the reason if its client may know more than was seen; null otherwise.
   * `knownBefore`: the ids that it may know from before a reset, as bytes from a `KnownIds`.
   */
  take(call: ServiceCall, gap: string | null, knownBefore: Uint8Array | null = null): readonly Finding[] {
    const { profile, exchange, roughMs } = call;
    if (call.clock) Object.assign(exchange, toServiceTime(call.call.at, call.clock));
    this.#judged++;
    this.#from = Math.min(this.#from ?? exchange.at, exchange.at);
    this.#to = Math.max(this.#to ?? exchange.at, exchange.at);
    if (!call.isAuthenticated) return this.unauthenticated.judge(profile, exchange, NOT_AUTHENTICATED);
    const subject = this.judge.subject(profile);
    subject?.known.noteGap(gap);
    if (subject && roughMs !== null) exchange.began = provenBeginning(exchange, subject.known, roughMs);
    return this.judge.judge(profile, exchange, gap, knownBefore);
  }

  /** Returns the current state for a report. */
  state(form: JudgedRecording['form'], calls: number, secrets: Redaction): JudgedRecording {
    return {
      judge: this.judge,
      unauthenticated: this.unauthenticated,
      form,
      calls,
      judged: this.#judged - this.judge.unjudged,
      unjudged: this.judge.unjudged,
      skipped: this.#finder.skipped,
      passedOver: this.#passedOver,
      doubled: 0,
      perhapsTwice: 0,
      late: 0,
      breaksOff: null,
      missing: null,
      origins: form === 'journal' ? [] : this.#finder.found,
      candidates: this.#finder.candidates,
      from: this.#from,
      to: this.#to,
      secrets,
    };
  }
}

/**
 * Returns the earliest instant at which a request may have begun: after the responses with its identifiers. Some tools
 * record sequential calls with times that overlap by tens of milliseconds.
 */
function provenBeginning(exchange: JudgedExchange, known: Knowledge, roughMs: number): number {
  const searchId = sentIdentifier(exchange, 'searchId');
  const pricingToken = sentField(exchange, 'pricingToken');
  const sources = [
    searchId === undefined ? undefined : known.transferSearch(searchId),
    pricingToken === undefined ? undefined : known.pricing(pricingToken),
    firstWith(exchange, 'reservationId', known),
    firstWith(exchange, 'confirmationNumber', known),
  ];
  const ends = [...sources.map((source) => source?.ended ?? -Infinity), endOfFormer(exchange, known, roughMs)];
  return Math.max(exchange.began, ...ends);
}

/**
 * Returns the end of an earlier attempt at the same booking, if the overlap is within the tolerance for recorded times.
 */
function endOfFormer(exchange: JudgedExchange, { tries }: Knowledge, roughMs: number): number {
  const former = isBooking(exchange) && tries.find((one) => (isSentAgain(one, exchange) ? one : undefined));
  return former && former.ended - exchange.began < roughMs ? former.ended : -Infinity;
}

/** Returns the first response with the reservation named in a request. */
function firstWith(
  exchange: JudgedExchange,
  name: 'reservationId' | 'confirmationNumber',
  { bookings }: Knowledge,
): JudgedExchange | undefined {
  const value = sentIdentifier(exchange, name);
  if (value === undefined) return undefined;
  return bookings.all().find((one) => reservationsIn(one).some((reservation) => reservation[name] === value));
}

const NOT_AUTHENTICATED = 'the calls were not authenticated, and anybody can have made them';

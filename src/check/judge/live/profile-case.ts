import { Lru } from '../../../base/lru.ts';
import { inSlices } from '../../../base/turns.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { JournalMark, UnknownBefore } from '../../../exchange/journal-mark.ts';
import { count } from '../../report/text.ts';
import type { Finding } from '../finding.ts';
import { Knowledge } from '../knowledge.ts';
import { KnownIds } from '../known-ids.ts';
import type { CallJudgeOptions } from '../recording/call-judge.ts';
import { CallJudge } from '../recording/call-judge.ts';
import type { FindPath } from '../recording/find-path.ts';
import { createFindPath } from '../recording/find-path.ts';
import type { ServiceCall } from '../recording/service-finder.ts';
import { toServiceCall } from '../recording/service-finder.ts';
import type { Subject } from '../subject.ts';
import type { JournalPart, SourceExchange } from './journal-source.ts';
import { sayDropped, UNKNOWN_BEFORE } from './journal-source.ts';

export interface CaseOptions extends Omit<CallJudgeOptions, 'origins'> {
  profileCode: string;
  /** Gets errors from conduct checks. */
  reportError: (error: unknown) => void;
  /** Returns the knowledge of other profiles, as far as they are judged. */
  others: () => Iterable<Knowledge>;
  /**
   * Judges the other profiles until an instant, because a client may use their ids. Returns the knowledge of profiles
   * that wait for this one.
   */
  meetOthers: (until: number) => Promise<readonly Knowledge[]>;
}

/** A finding on an exchange, without its evidence. Plain JSON. */
export type CausedVerdict = Pick<Finding, 'level' | 'check' | 'rules' | 'advice' | 'expected' | 'actual' | 'pointer'>;

/** Receives each judged exchange with its findings. */
export type Report = (exchange: Exchange, findings: readonly Finding[]) => void;

/**
 * A profile's verdicts. They follow from its journal: exchanges are judged by their ends, independent of their
 * order in the journal. The results stay when the journal drops exchanges later.
 */
export class ProfileCase {
  readonly #options: CaseOptions;
  readonly #calls: CallJudge;
  readonly #findPath: FindPath;
  readonly #caused = new Lru<readonly CausedVerdict[]>(MAX_CAUSED);
  #mark: JournalMark;
  /** Exchanges beyond `#mark.last` already judged, by id. */
  #ahead: ReadonlySet<string> = new Set();
  /** Numbers of exchanges: seen ones, and missed ones that the journal dropped before. */
  readonly #seen = { authenticated: 0, unauthenticated: 0 };
  readonly #missed = { authenticated: 0, unauthenticated: 0 };
  /** Missed exchanges before the verdicts were cleared. */
  #missedBefore = 0;
  /** Knowledge of other profiles that wait for this one. */
  #met: readonly Knowledge[] = [];
  #latest: Exchange | null = null;
  #hasFailed = false;
  #count = 0;

  constructor(mark: JournalMark, options: CaseOptions) {
    this.#mark = { ...mark, last: 0, clearedExchange: 0 };
    this.#options = options;
    this.#calls = new CallJudge({ ...options, origins: [], areApart: true });
    this.#calls.judge.others = () => [...this.#met, ...options.others()];
    this.#findPath = createFindPath(options.spec);
  }

  /** The client and the findings; undefined before the first exchange. */
  get subject(): Subject | undefined {
    return this.#calls.judge.subject(this.#options.profileCode);
  }

  /** The same for calls without valid credentials. */
  get unauthenticated(): Subject | undefined {
    return this.#calls.unauthenticated.subject(this.#options.profileCode);
  }

  /** Approximate memory that the case holds, in bytes. */
  get bytes(): number {
    return (this.subject?.known.bytes ?? 0) + (this.unauthenticated?.known.bytes ?? 0);
  }

  /** True if the journal still has all judged exchanges. */
  get isRepeatable(): boolean {
    const { authenticated, unauthenticated } = this.#mark;
    return authenticated.dropped + unauthenticated.dropped === 0;
  }

  /** The reason if its clients may know more than was seen; null otherwise. */
  get gap(): string | null {
    return this.subject?.known.gap ?? this.#gapOfJournal;
  }

  get #gapOfJournal(): string | null {
    const { unknownBefore, hasUnwritten } = this.#mark;
    if (hasUnwritten) return UNKNOWN_BEFORE.process;
    if (unknownBefore !== null) return UNKNOWN_BEFORE[unknownBefore];
    return this.#missed.authenticated > 0 ? sayDropped(this.#missed.authenticated) : null;
  }

  /** The reason if calls are missing from the verdicts; null otherwise. */
  get unjudged(): string | null {
    if (this.#hasFailed) return FAILED;
    if (this.#mark.hasUnwritten) return `${UNKNOWN_BEFORE.process}; ${BEGIN_AGAIN}`;
    const missed = this.#missed.authenticated - this.#missedBefore;
    return missed > 0 ? `${sayDropped(missed)}; ${BEGIN_AGAIN}` : null;
  }

  /** The same for calls without valid credentials. */
  get unjudgedUnauthenticated(): string | null {
    const { unauthenticated: missed } = this.#missed;
    return missed > 0 ? `the journal no longer has ${count(missed, 'older call')} without valid credentials` : null;
  }

  caused(exchangeId: string): readonly CausedVerdict[] {
    return this.#caused.peek(exchangeId) ?? [];
  }

  /** Drops the older half. */
  makeRoom(): void {
    this.subject?.known.makeRoom();
    this.unauthenticated?.known.makeRoom();
  }

  /** True if a mark continues this case's state. */
  continues({ state }: JournalMark): boolean {
    return this.#mark.state === state;
  }

  /** Returns the sequence number after which the case has to read. `waiting`: ids that may not be in the store yet. */
  readsAfter(mark: JournalMark, waiting: ReadonlySet<string>): number {
    if (!this.continues(mark)) return 0;
    const written = [...this.#ahead].filter((id) => !waiting.has(id)).length;
    return mark.last - this.#mark.last === written ? mark.last : this.#mark.last;
  }

  /** Returns what a profile reset keeps: its clients know what they received. */
  carry(): { unknownBefore: UnknownBefore | null; knownBefore: Uint8Array | null } {
    const { knownBefore } = this.#mark;
    if (this.gap !== null) return { unknownBefore: 'reset', knownBefore: null };
    const ids = this.subject?.known.ids() ?? [];
    if (ids.length === 0) return { unknownBefore: null, knownBefore };
    const known = new KnownIds(knownBefore);
    for (const id of ids) known.add(id);
    return { unknownBefore: null, knownBefore: known.bytes };
  }

  /**
   * Judges a part's new exchanges that ended by an instant, in slices. Returns false and judges nothing if one ended
   * before a judged one: another process wrote it late. Calls `onCleared` once the verdicts begin again.
   */
  async take(
    { mark, exchanges }: JournalPart,
    until: number,
    report: Report,
    onCleared: () => void = () => undefined,
  ): Promise<boolean> {
    const { clearedExchange } = mark;
    const fresh = exchanges.filter(({ exchangeId }) => !this.#ahead.has(exchangeId));
    const isCleared = ({ exchange, isWaiting }: SourceExchange) => !isWaiting && exchange.sequence <= clearedExchange;
    const isDue = (one: SourceExchange) => isCleared(one) || (one.exchange.ended ?? 0) <= until;
    const [due, later] = [fresh.filter(isDue), fresh.filter((one) => !isDue(one))];
    due.sort((one, other) => compare(one.exchange, other.exchange));
    if (due[0]?.exchange.ended !== undefined && compare(due[0].exchange, this.#latest) < 0) return false;
    const clears = clearedExchange > this.#mark.clearedExchange;
    // A new case may miss exchanges after the clearing, unless the journal has some from before it.
    const isNew = this.#seen.authenticated === 0;
    const first = due.find((one) => kindOf(one) === 'authenticated')?.exchange.sequence ?? 0;
    this.#note(mark, exchanges, due, later);
    const pause = inSlices();
    const before = clears ? due.filter(isCleared) : [];
    const after = clears ? due.filter((one) => !isCleared(one)) : due;
    for (const one of before) {
      this.#judge(one);
      await pause();
    }
    if (clears) {
      this.#clear(!isNew || first <= clearedExchange + 1);
      onCleared();
    }
    let hasMet = false;
    for (const one of after) {
      if (!hasMet && this.#mayBeOfOthers(one.exchange)) {
        this.#met = await this.#options.meetOthers(until);
        hasMet = true;
      }
      report(one.exchange, this.#judge(one));
      await pause();
    }
    this.#met = [];
    return true;
  }

  /** Returns what the clients know from a part's exchanges that ended by an instant, without judging them. */
  async learn({ exchanges }: JournalPart, until: number): Promise<Knowledge> {
    const known = new Knowledge(null);
    const pause = inSlices();
    for (const { authenticated, exchange, held } of exchanges) {
      if (!authenticated || exchange.realTime === null || (exchange.ended ?? 0) > until) continue;
      const call = this.#callOf(exchange, held);
      if (!call.isOfPage) known.add(call.exchange);
      await pause();
    }
    return known;
  }

  /** Counts a part's exchanges before they are judged: its clients may know dropped exchanges. */
  #note(
    mark: JournalMark,
    exchanges: readonly SourceExchange[],
    due: readonly SourceExchange[],
    later: readonly SourceExchange[],
  ): void {
    const last = Math.min(mark.last, ...later.map(({ exchange }) => exchange.sequence - 1));
    const isLater = new Set(later);
    const ahead = exchanges.filter((one) => !isLater.has(one) && (one.isWaiting || one.exchange.sequence > last));
    this.#ahead = new Set(ahead.map(({ exchangeId }) => exchangeId));
    for (const kind of KINDS) {
      const isOfKind = (one: SourceExchange) => kindOf(one) === kind;
      this.#seen[kind] += due.filter(isOfKind).length;
      const waiting = exchanges.filter((one) => one.isWaiting && isOfKind(one)).length;
      const unseen = later.filter(isOfKind).length;
      this.#missed[kind] = Math.max(0, mark[kind].ever + waiting - this.#seen[kind] - unseen);
    }
    this.#mark = { ...mark, last };
  }

  /** Clears the verdicts. The clients keep their knowledge. `isBefore`: all missed exchanges are older than this. */
  #clear(isBefore: boolean): void {
    const { profileCode } = this.#options;
    this.#calls.judge.restart(profileCode);
    this.#calls.unauthenticated.forget(profileCode);
    this.#caused.clear();
    this.#hasFailed = false;
    this.#missedBefore = isBefore ? this.#missed.authenticated : 0;
    this.#missed.unauthenticated = 0;
  }

  /** True for an order whose offer the client did not receive with this profile. */
  #mayBeOfOthers({ operationId, status, method, path }: Exchange): boolean {
    if (operationId !== 'createFlightOrder' || status === 200) return false;
    const { offerId = '' } = this.#findPath(method, path.replace(/\?.*/s, ''))?.parameters ?? {};
    return this.subject?.known.flightOffer(offerId) === undefined;
  }

  #judge({ exchange, held, onJudged }: SourceExchange): readonly Finding[] {
    onJudged?.();
    this.#latest = exchange;
    // A single process writes exchanges as they end, and their numbers may still change.
    if (exchange.ended === undefined) {
      exchange.ended = ++this.#count;
      exchange.began = this.#count - 1 - exchange.overlapped;
    }
    // Imported exchanges come from another sandbox.
    if (exchange.realTime === null) return NONE;
    try {
      const findings = this.#take(exchange, held);
      if (findings.length > 0) this.#caused.set(exchange.exchangeId, findings.map(withoutEvidence));
      return kindOf(exchange) === 'authenticated' ? findings : NONE;
    } catch (error) {
      this.#hasFailed = true;
      this.#options.reportError(error);
      return NONE;
    }
  }

  #take(exchange: Exchange, held: SourceExchange['held']): readonly Finding[] {
    const call = this.#callOf(exchange, held);
    const gap = this.#gapOfJournal;
    if (!call.isOfPage) return this.#calls.take(call, gap, this.#mark.knownBefore);
    this.#calls.passOver(call, gap);
    return NONE;
  }

  #callOf(exchange: Exchange, held: SourceExchange['held']): ServiceCall {
    const { profileCode, serviceIdHeader } = this.#options;
    const { operationId, method, path } = exchange;
    const found = operationId === null ? null : this.#findPath(method, path.replace(/\?.*/s, ''));
    return toServiceCall(exchange, profileCode, found, serviceIdHeader.toLowerCase(), held);
  }
}

/** Orders exchanges by their ends. Sequence numbers and ids decide within the same millisecond. */
function compare(one: Exchange, other: Exchange | null): number {
  if (other === null) return 1;
  return (
    (one.ended ?? 0) - (other.ended ?? 0) ||
    (one.began ?? 0) - (other.began ?? 0) ||
    one.sequence - other.sequence ||
    (one.exchangeId < other.exchangeId ? -1 : 1)
  );
}

function kindOf({ authenticated = true }: Pick<Exchange, 'authenticated'>): (typeof KINDS)[number] {
  return authenticated ? 'authenticated' : 'unauthenticated';
}

/** Returns a finding as exchange lists show it. */
export function withoutEvidence({ level, check, rules, advice, expected, actual, pointer }: Finding): CausedVerdict {
  return { level, check, rules, advice, expected, actual, pointer };
}

const KINDS = ['authenticated', 'unauthenticated'] as const;
const NONE: readonly Finding[] = [];
const FAILED = 'the judge failed on some calls, as the log says; judge the journal with `taxiway judge`';
const BEGIN_AGAIN = 'reset the profile, or clear its verdicts, to begin again';
/** More than the journal keeps per profile. */
const MAX_CAUSED = 2000;

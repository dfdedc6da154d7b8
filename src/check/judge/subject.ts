import type { ConductCheck, NewFinding, Occasion, RecordingEnd, Ruling, View } from './conduct.ts';
import { profileCodeOf } from './expectations/credentials.ts';
import type { Finding } from './finding.ts';
import { toFinding } from './finding.ts';
import type { JudgedExchange } from './judged-exchange.ts';
import { Knowledge } from './knowledge.ts';
import { beginReading, hasReadRedacted, REDACTED } from './redacted-values.ts';

/** One check's results for one profile. */
export interface Tally {
  kept: number;
  broken: number;
  warned: number;
  advised: number;
  undecided: number;
  open: number;
  /** The first exchanges with an occasion still open, by id. */
  openedBy: readonly string[];
  /** Reason for the first undecided occasion; empty without one. */
  reason: string;
  /** The first findings; the counts include all. */
  findings: readonly Finding[];
}

/** The profiles under the same judge. */
export interface Peers {
  /** True if they belong to different people: findings on one then show no exchange of another. */
  readonly areApart: boolean;
  /** Returns all other profiles' knowledge. */
  knownToOthers(own: Subject): Iterable<Knowledge>;
  /** Counts a finding after its kind's first one; false if the limit is reached. */
  mayHoldAnother(): boolean;
}

/** A judged profile: its client's knowledge and its checks. */
export class Subject implements View {
  readonly known: Knowledge;
  readonly #ledgers = new Map<ConductCheck, Ledger>();
  readonly #byChecks = new Map<readonly ConductCheck[], readonly Ledger[]>();
  readonly #peers: Peers | undefined;
  #exchange: JudgedExchange | undefined;
  #ledger: Ledger | undefined;
  #found: Finding[] = NONE;
  #exchanges = 0;
  #passedOver = 0;
  #moreFindings = 0;
  #at = 0;

  /** `gap`, `knownBefore`: see `Knowledge`. */
  constructor(gap: string | null, peers?: Peers, knownBefore: Uint8Array | null = null) {
    this.known = new Knowledge(gap, knownBefore);
    this.#peers = peers;
  }

  /** Judged exchanges. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** Calls from the sandbox's pages; they are not judged. */
  get passedOver(): number {
    return this.#passedOver;
  }

  /** Counts a call from a page of the sandbox. */
  passOver(): void {
    this.#passedOver++;
    this.known.sawPages = true;
  }

  /** Starts again. The client keeps its knowledge, because it may use it. */
  restart(): void {
    this.#ledgers.clear();
    this.#byChecks.clear();
    this.#exchanges = 0;
    this.#moreFindings = 0;
    this.#at = 0;
    this.known.sawPages = false;
    this.#passedOver = 0;
  }

  /** Judges an exchange with checks; returns its findings. */
  judge(exchange: JudgedExchange, checks: readonly ConductCheck[]): readonly Finding[] {
    this.#exchange = exchange;
    this.#exchanges++;
    this.#at = Math.max(this.#at, exchange.at);
    this.#found = NONE;
    for (const ledger of this.#ledgersOf(checks)) {
      this.#ledger = ledger;
      beginReading();
      try {
        ledger.check.judge(this);
      } catch (error) {
        leaveUndecided(ledger, error);
      }
    }
    this.known.add(exchange);
    return this.#found;
  }

  /** Returns a check's result. `ended`: no exchange follows, so open occasions are decided. */
  tally(check: ConductCheck, ended: boolean): Tally {
    return this.#ledgers.get(check)?.tally(ended ? { at: this.#at } : null) ?? NOTHING;
  }

  get exchange(): JudgedExchange {
    if (!this.#exchange) throw new Error('no exchange is being judged');
    return this.#exchange;
  }

  /** Returns a finding without other people's exchanges. */
  withoutOthers(found: NewFinding, exchange: JudgedExchange): NewFinding {
    if (!this.#peers?.areApart || !found.before) return found;
    const own = profileCodeOf(exchange);
    return { ...found, before: found.before.filter((other) => profileCodeOf(other) === own) };
  }

  knownToOthers(): Iterable<Knowledge> {
    return this.#peers?.knownToOthers(this) ?? [];
  }

  kept(): void {
    this.#current.kept();
  }

  broken(finding: NewFinding): void {
    this.#current.report(finding, this.exchange);
  }

  undecided(reason: string): void {
    this.#current.undecided(reason);
  }

  open(key: string, data?: unknown): Occasion {
    return this.#current.open(key, this.exchange, data);
  }

  find(key: string): Occasion | undefined {
    return this.#current.find(key, this.exchange);
  }

  opened(): Occasion[] {
    return this.#current.opened(this.exchange);
  }

  allOpened(): Occasion[] {
    return this.#current.allOpened();
  }

  /** Stored findings after their kind's first one. */
  get moreFindings(): number {
    return this.#moreFindings;
  }

  mayHoldAnother(): boolean {
    if (this.#peers?.mayHoldAnother() === false) return false;
    this.#moreFindings++;
    return true;
  }

  /** Notes a finding on the judged exchange. */
  note(finding: Finding): void {
    if (this.#found === NONE) this.#found = [];
    this.#found.push(finding);
  }

  /** Cached, because the same check lists recur. */
  #ledgersOf(checks: readonly ConductCheck[]): readonly Ledger[] {
    const known = this.#byChecks.get(checks);
    if (known) return known;
    const ledgers = checks.map((check) => this.#ledgers.get(check) ?? new Ledger(check, this));
    for (const ledger of ledgers) this.#ledgers.set(ledger.check, ledger);
    this.#byChecks.set(checks, ledgers);
    return ledgers;
  }

  get #current(): Ledger {
    if (!this.#ledger) throw new Error('no check is judging');
    return this.#ledger;
  }
}

/** A check's findings and open occasions for one profile. */
class Ledger {
  readonly check: ConductCheck;
  readonly #subject: Subject;
  readonly #occasions = new Map<string, OpenOccasion>();
  readonly #counts = { kept: 0, broken: 0, warned: 0, advised: 0, undecided: 0 };
  readonly #findings: Finding[] = [];
  #reason = '';

  constructor(check: ConductCheck, subject: Subject) {
    this.check = check;
    this.#subject = subject;
  }

  kept(): void {
    if (hasReadRedacted()) return this.undecided(REDACTED);
    this.#counts.kept++;
  }

  undecided(reason: string): void {
    this.#counts.undecided++;
    this.#reason ||= reason;
  }

  report(found: NewFinding, exchange: JudgedExchange): void {
    if (hasReadRedacted() && this.check.advice === undefined) return this.undecided(REDACTED);
    const finding = toFinding(this.check, this.#subject.withoutOthers(found, exchange), exchange);
    this.#counts[COUNTED[finding.level]]++;
    if (this.#mayHold(finding)) this.#findings.push(finding);
    this.#subject.note(finding);
  }

  /** True if a finding may be stored. The first finding per level and rule is always stored: it decides the verdict. */
  #mayHold({ rules, level }: Finding): boolean {
    const held = this.#findings.filter((finding) => finding.level === level);
    if (held.length === 0 || rules.some((rule) => !held.some((finding) => finding.rules.includes(rule)))) return true;
    return this.#findings.length < MAX_FINDINGS && this.#subject.mayHoldAnother();
  }

  open(key: string, exchange: JudgedExchange, data: unknown): OpenOccasion {
    const occasion = new OpenOccasion(key, exchange, data, this);
    this.#occasions.delete(key);
    this.#occasions.set(key, occasion);
    const oldest = this.#occasions.values().next();
    if (this.#occasions.size > MAX_OPEN && !oldest.done)
      oldest.value.leaveUndecided('more occasions were open than the limit');
    return occasion;
  }

  find(key: string, { began }: JudgedExchange): OpenOccasion | undefined {
    const occasion = this.#occasions.get(key);
    return occasion && occasion.exchange.ended <= began ? occasion : undefined;
  }

  opened({ began }: JudgedExchange): OpenOccasion[] {
    if (this.#occasions.size === 0) return [];
    return [...this.#occasions.values()].filter(({ exchange }) => exchange.ended <= began);
  }

  allOpened(): OpenOccasion[] {
    return this.#occasions.size === 0 ? [] : [...this.#occasions.values()];
  }

  /** Closes an occasion; true if it was still open. */
  close(occasion: OpenOccasion): boolean {
    if (this.#occasions.get(occasion.key) !== occasion) return false;
    return this.#occasions.delete(occasion.key);
  }

  /** Breaks an occasion in this ledger with the current exchange. */
  breakWith(finding: NewFinding, opening: JudgedExchange): void {
    this.report({ ...finding, before: [opening, ...(finding.before ?? [])] }, this.#subject.exchange);
  }

  tally(end: RecordingEnd | null): Tally {
    const counts = { ...this.#counts };
    const findings = [...this.#findings];
    let reason = this.#reason;
    if (end === null) {
      const openedBy = [...this.#occasions.values()].slice(0, MAX_SHOWN).map(({ exchange }) => exchange.id);
      return { ...counts, open: this.#occasions.size, openedBy, reason, findings };
    }
    for (const occasion of this.#occasions.values()) {
      const ruling = this.#endOf(occasion, end);
      if (ruling?.outcome === 'kept') counts.kept++;
      if (ruling?.outcome === 'undecided') {
        counts.undecided++;
        reason ||= ruling.reason;
      }
      if (ruling?.outcome === 'broken') {
        const finding = toFinding(
          this.check,
          this.#subject.withoutOthers(ruling.finding, occasion.exchange),
          occasion.exchange,
        );
        counts[COUNTED[finding.level]]++;
        findings.push(finding);
      }
    }
    return { ...counts, open: 0, openedBy: [], reason, findings };
  }

  #endOf(occasion: OpenOccasion, end: RecordingEnd): Ruling | null {
    const ruling = this.check.end?.(occasion, end) ?? null;
    if (ruling === null || (ruling.outcome !== 'kept' && !occasion.isRedacted)) return ruling;
    return occasion.whyUnclear === null ? ruling : { outcome: 'undecided', reason: occasion.whyUnclear };
  }
}

class OpenOccasion implements Occasion {
  readonly key: string;
  readonly exchange: JudgedExchange;
  data: unknown;
  /** True if the check had read a redacted value before it opened the occasion. */
  readonly isRedacted = hasReadRedacted();
  readonly #ledger: Ledger;

  constructor(key: string, exchange: JudgedExchange, data: unknown, ledger: Ledger) {
    this.key = key;
    this.exchange = exchange;
    this.data = data;
    this.#ledger = ledger;
  }

  /** Returns the reason if nobody knows that the occasion was kept. */
  get whyUnclear(): string | null {
    if (this.isRedacted) return REDACTED;
    return this.exchange.mayBeTwo ? MAY_BE_TWO : null;
  }

  keep(): void {
    if (this.whyUnclear !== null) return this.leaveUndecided(this.whyUnclear);
    if (this.#ledger.close(this)) this.#ledger.kept();
  }

  break(finding: NewFinding): void {
    if (this.isRedacted) return this.leaveUndecided(REDACTED);
    if (this.#ledger.close(this)) this.#ledger.breakWith(finding, this.exchange);
  }

  leaveUndecided(reason: string): void {
    if (this.#ledger.close(this)) this.#ledger.undecided(reason);
  }

  drop(): void {
    this.#ledger.close(this);
  }
}

/** Leaves the occasion undecided. A body nested too deeply for the stack must not cost the verdicts on all others. */
function leaveUndecided(ledger: Ledger, error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
  ledger.undecided('a body is nested too deeply for a check');
}

const NONE: Finding[] = [];
/** Reason for an undecided verdict on a booking with `mayBeTwo`. */
export const MAY_BE_TWO =
  'a booking stands twice in the recording without a request id: sent once and seen at two layers, or sent twice';
const COUNTED = { broken: 'broken', warn: 'warned', advice: 'advised' } as const;
const NOTHING: Tally = {
  kept: 0,
  broken: 0,
  warned: 0,
  advised: 0,
  undecided: 0,
  open: 0,
  openedBy: [],
  reason: '',
  findings: [],
};
/** Maximum stored findings per check; further ones are counted. */
export const MAX_FINDINGS = 100;
/** Maximum listed open occasions per check. */
const MAX_SHOWN = 10;
/** Maximum open occasions per check at a time. */
const MAX_OPEN = 1000;

import { inSlices } from '../../../base/turns.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { JournalMark } from '../../../exchange/journal-mark.ts';
import { count } from '../../report/text.ts';
import type { Finding } from '../finding.ts';
import type { CallJudgeOptions } from '../recording/call-judge.ts';
import type { Subject } from '../subject.ts';
import type { CausedVerdict } from './caused.ts';
import { Caused } from './caused.ts';
import type { JournalPart } from './journal-source.ts';
import { STRAY } from './journal-source.ts';
import { JournaledCalls } from './journaled-calls.ts';
import { FAILED, STRAYS_DROPPED } from './reasons.ts';

export interface CaseOptions extends Omit<CallJudgeOptions, 'origins'> {
  profileCode: string;
  /** Gets the errors of conduct checks. */
  reportError: (error: unknown) => void;
}

/** Receives each judged exchange with its findings. */
export type Report = (exchangeId: string, findings: readonly Finding[]) => void;

/**
 * The verdicts on one profile, as a function of its journal: exchanges are judged by their instants, written in any
 * order. A case takes later exchanges only; for an earlier one, a new case judges all of them.
 */
export class ProfileCase {
  readonly #options: CaseOptions;
  readonly #calls: JournaledCalls;
  readonly #caused = new Caused();
  /** Ids of the judged stray calls. */
  readonly #strays = new Set<string>();
  #mark: JournalMark;
  /** The latest judged call since the verdicts were cleared; null for none. */
  #latest: Exchange | null = null;
  #hasFailed = false;
  #left = 0;

  constructor(mark: JournalMark, options: CaseOptions) {
    this.#mark = mark;
    this.#options = options;
    this.#calls = new JournaledCalls(options);
  }

  get mark(): JournalMark {
    return this.#mark;
  }

  /** The client and the findings; undefined before the first exchange. */
  get subject(): Subject | undefined {
    return this.#calls.judge.subject(this.#options.profileCode);
  }

  /** Approximate number of held characters. */
  get weight(): number {
    return this.#calls.weight;
  }

  /** Number of exchanges that are read and not judged yet. */
  get left(): number {
    return this.#left;
  }

  /** The reason if its clients may know more than was seen; null otherwise. */
  get gap(): string | null {
    return this.subject?.known.gap ?? this.#gapOfJournal;
  }

  get #gapOfJournal(): string | null {
    const { unknownBefore, dropped } = this.#mark;
    if (unknownBefore !== null) return UNKNOWN_BEFORE[unknownBefore];
    return dropped > 0 ? sayDropped(dropped) : null;
  }

  /** The reason if calls are missing from the verdicts; null otherwise. */
  get unjudged(): string | null {
    const { dropped, droppedStray, clearedStray } = this.#mark;
    if (this.#hasFailed) return FAILED;
    if (dropped > 0) return `${sayDropped(dropped)}; reset the profile to begin again`;
    return droppedStray > clearedStray ? STRAYS_DROPPED : null;
  }

  caused(exchangeId: string): readonly CausedVerdict[] {
    return this.#caused.of(this.#options.profileCode, exchangeId);
  }

  /** True if the verdicts so far are a part of those by this mark. */
  continues(mark: JournalMark): boolean {
    return COMPARED.every((key) => this.#mark[key] === mark[key]) && mark.last >= this.#mark.last;
  }

  /** True if all new calls of a part, with the exchanges after this case's mark, come after the judged ones. */
  canTake(part: JournalPart): boolean {
    const ids = new Set(part.strays.map(({ exchangeId }) => exchangeId));
    if ([...this.#strays].some((id) => !ids.has(id))) return false;
    return this.#newCalls(part).every((call) => compare(call, this.#latest) > 0);
  }

  /** Judges the new calls of a part, in slices. */
  async take(part: JournalPart, report: Report): Promise<void> {
    const { clearedExchange } = part.mark;
    const [cleared = [], rest = []] = [true, false].map((isCleared) =>
      this.#newCalls(part)
        .filter(({ sequence }) => (sequence > STRAY && sequence <= clearedExchange) === isCleared)
        .sort(compare),
    );
    this.#left = cleared.length + rest.length;
    const pause = inSlices();
    for (const call of cleared) {
      this.#judge(call);
      await pause();
    }
    if (cleared.length > 0) this.#clear();
    for (const call of rest) {
      report(call.exchangeId, this.#judge(call));
      await pause();
    }
    this.#mark = part.mark;
  }

  /** The clients keep what they know from the calls before the verdicts were cleared. */
  #clear(): void {
    const { profileCode } = this.#options;
    this.#calls.judge.restart(profileCode, null);
    this.#caused.forget(profileCode);
    this.#hasFailed = false;
    this.#latest = null;
  }

  #newCalls({ exchanges, strays }: JournalPart): Exchange[] {
    return [...exchanges, ...strays.filter(({ exchangeId }) => !this.#strays.has(exchangeId))];
  }

  #judge(exchange: Exchange): readonly Finding[] {
    this.#left--;
    this.#latest = exchange;
    if (exchange.sequence === STRAY) this.#strays.add(exchange.exchangeId);
    try {
      const findings = this.#calls.take(exchange, this.#gapOfJournal);
      if (findings.length > 0) this.#caused.add(this.#options.profileCode, exchange.exchangeId, findings);
      return findings;
    } catch (error) {
      this.#hasFailed = true;
      this.#options.reportError(error);
      return [];
    }
  }
}

/** Orders exchanges by their ends. Sequence numbers and ids decide between those of the same millisecond. */
export function compare(one: Exchange, other: Exchange | null): number {
  if (other === null) return 1;
  return (
    (one.ended ?? 0) - (other.ended ?? 0) ||
    (one.began ?? 0) - (other.began ?? 0) ||
    one.sequence - other.sequence ||
    (one.exchangeId < other.exchangeId ? -1 : 1)
  );
}

/** Returns a message with the number of exchanges that a journal no longer has. */
function sayDropped(exchanges: number): string {
  return `the journal no longer has ${count(exchanges, 'older exchange')} of the profile`;
}

const COMPARED = ['state', 'dropped', 'clearedExchange', 'clearedStray', 'unknownBefore'] as const;
const UNKNOWN_BEFORE = {
  reset: 'the profile was reset, and its clients may use what they received before',
  import: 'an import brought what its clients may have learned elsewhere',
} as const;

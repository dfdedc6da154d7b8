import { Lru } from '../../../base/lru.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { GAP } from '../../../exchange/exchange.ts';
import { HarReader } from '../../../exchange/har/read-har.ts';
import { JournalReader } from '../../../exchange/journal-file/read-journal-file.ts';
import type { RecordingReader } from '../../../exchange/recording-reader.ts';
import { RecordingError } from '../../../exchange/recording-reader.ts';
import { Redaction } from '../../../exchange/redaction.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { Count } from '../../report/quantities.ts';
import type { ConductArea } from '../conduct.ts';
import type { Judge } from '../judge.ts';
import { MAX_PROFILES } from '../judge.ts';
import { CallJudge } from './call-judge.ts';
import { fullerOf, haveSameId, isSameCall } from './same-call.ts';
import type { ServiceCall } from './service-finder.ts';

export interface RecordingOptions {
  spec: Spec;
  areas: readonly ConductArea[];
  /** The service's base URLs; empty to find it. */
  origins: readonly URL[];
  serviceIdHeader: string;
  /** The profile to judge; undefined for all. */
  profile: string | undefined;
  /** Called after each chunk with the read bytes and judged calls so far. */
  onProgress?: (bytes: number, judged: number) => void;
}

/** A judged recording, up to its end or its break. */
export interface JudgedRecording extends RecordingCounts {
  judge: Judge;
  /** Judge for calls without valid credentials, as far as the recording identifies them. */
  unauthenticated: Judge;
  /** Beginning of the first and the latest request by the service clock; null without requests. */
  from: number | null;
  to: number | null;
  secrets: Redaction;
}

/** Numbers of calls in a recording, and its gaps. */
export interface RecordingCounts {
  form: 'har' | 'journal';
  /** The service's base URLs; empty for a journal. */
  origins: readonly string[];
  /** Possible service origins, if none is certain. */
  candidates: readonly string[];
  /** Counts of all entries or exchanges, judged calls, and calls outside the service. */
  calls: Count;
  judged: Count;
  skipped: Count;
  /** Entries that show a call a second time, as seen by a service worker or a proxy; each call is judged once. */
  doubled: Count;
  /** Bookings among them that may be two calls: no request id shows that they are one. */
  perhapsTwice: Count;
  /** Calls from the sandbox's pages, such as the console; they are not judged. */
  passedOver: Count;
  /** Calls not judged due to the profile limit. */
  unjudged: Count;
  /** Calls too late in the file to sort in. */
  late: Count;
  /** Break in a killed recorder's file, as in `in the middle of entry 3`; null for a complete file. */
  breaksOff: string | null;
  /** Part missing from a journal, and the next step: `exchange 3 of the profile is missing; …`; null for none. */
  missing: string | null;
}

/** Judges a recording while reading it. Throws RecordingError if it cannot be read to its end. */
export async function judgeRecording(
  chunks: AsyncIterable<Buffer>,
  options: RecordingOptions,
): Promise<JudgedRecording> {
  const run = new Run(options);
  let bytes = 0;
  for await (const chunk of chunks) {
    run.write(chunk);
    options.onProgress?.((bytes += chunk.length), run.judged);
  }
  return run.end();
}

class Run {
  readonly #options: RecordingOptions;
  readonly #secrets = new Redaction();
  readonly #calls: CallJudge;
  readonly #inOrder = new InOrder();
  #beginning: Buffer | null = Buffer.alloc(0);
  #form: 'har' | 'journal' = 'har';
  /** True for a recorder file. It grows call by call, so only its latest call can be incomplete. */
  #isRecorders = false;
  #open: RecordingReader | null = null;
  /** Counts all calls, and calls from other profiles. */
  #counts = { calls: 0, others: 0 };

  constructor(options: RecordingOptions) {
    this.#options = options;
    this.#calls = new CallJudge(options);
  }

  get judged(): number {
    return this.#calls.judged;
  }

  write(chunk: Buffer): void {
    if (this.#beginning === null) return this.#takeAll(this.#reader().write(chunk));
    this.#beginning = Buffer.concat([this.#beginning, chunk]);
    if (this.#beginning.length < BEGINNING) return;
    this.#begin();
  }

  end(): JudgedRecording {
    if (this.#beginning !== null) this.#begin();
    const breaksOff = this.#breakOff();
    if (breaksOff === null) this.#takeAll(this.#reader().end());
    for (const call of this.#inOrder.end()) this.#judgeOne(call);
    const { gap, skipped } = this.#reader();
    const state = this.#calls.state(this.#form, this.#counts.calls + skipped, this.#secrets);
    const missing = gap === GAP || gap === null ? null : `${gap}; ${READ_EARLIER}`;
    const others = this.#counts.others + skipped;
    const { doubled, perhapsTwice, late } = this.#inOrder;
    return { ...state, skipped: state.skipped + others, doubled, perhapsTwice, late, breaksOff, missing };
  }

  /** Returns the break in a recorder file. Throws RecordingError for any other incomplete file. */
  #breakOff(): string | null {
    const place = this.#reader().breaksOff();
    if (place !== null && !this.#isRecorders && this.#form === 'har')
      throw new RecordingError(`it breaks off ${place}; export it again`);
    return this.#isRecorders ? place : null;
  }

  /** Recognises a journal export by its first key. */
  #begin(): void {
    const beginning = this.#beginning ?? Buffer.alloc(0);
    this.#beginning = null;
    const [, key = ''] = /^\s*\{\s*"(\w+)"/.exec(beginning.toString('latin1', 0, BEGINNING)) ?? [];
    this.#isRecorders = RECORDERS.test(beginning.toString('latin1', 0, BEGINNING));
    this.#form = JOURNAL_KEYS.has(key) ? 'journal' : 'har';
    this.#takeAll(this.#reader().write(beginning));
  }

  #reader(): RecordingReader {
    return (this.#open ??= this.#form === 'journal' ? new JournalReader() : new HarReader(this.#secrets));
  }

  #takeAll(calls: readonly Exchange[]): void {
    for (const call of calls) {
      this.#counts.calls++;
      for (const own of this.#calls.find(call)) for (const due of this.#inOrder.add(own)) this.#judgeOne(due);
    }
  }

  #judgeOne(call: ServiceCall): void {
    if (this.#options.profile !== undefined && this.#options.profile !== call.profile)
      return void this.#counts.others++;
    const { gap, knownBefore } = this.#reader();
    if (call.isOfPage) return this.#calls.passOver(call, gap);
    this.#calls.take(call, gap, knownBefore);
  }
}

const READ_EARLIER = 'reset the profile before a run, or read its verdicts while it runs';
/** Characters to read for the first keys. */
const BEGINNING = 256;
const RECORDERS = /^\{(?:"log":\{)?[^{}]*"creator":(?:\{"name":)?"taxiway record"/;
const JOURNAL_KEYS = new Set([
  'taxiway',
  // The first key in a header with sorted keys.
  'creator',
  'gap',
  'sequence',
  'exchangeId',
  'at',
  'overlapped',
  'operationId',
  'method',
  'path',
  'status',
  'ending',
  'scenario',
  'scenarioFrom',
  'request',
  'response',
]);

const BOOKINGS = new Set<string | null>(['bookTransfer', 'confirmReservationChange', 'createFlightOrder']);

/**
 * Sorts calls by their ends, within a window. Each profile has its own window: a file can contain several profiles'
 * journeys one after another, with the same times.
 */
class InOrder {
  /** Waiting calls by their ends, the latest first. */
  readonly #waiting: ServiceCall[] = [];
  /** Waiting calls per profile. */
  readonly #counts = new Map<string, number>();
  /** End of each profile's latest forwarded call. */
  readonly #latest = new Lru<number>(MAX_PROFILES);
  #weight = 0;
  /** Entries that show a call a second time. */
  doubled = 0;
  /** Bookings among them that may be two calls. */
  perhapsTwice = 0;
  /** Calls that came after the window. */
  late = 0;

  /** Takes a call; returns the calls now due. */
  add(call: ServiceCall): ServiceCall[] {
    const waiting = this.#waiting;
    const twin = this.#twinOf(call);
    const first = waiting[twin];
    if (first) {
      this.doubled++;
      const { exchange } = call;
      exchange.mayBeTwo =
        BOOKINGS.has(exchange.operation) && (first.exchange.mayBeTwo || !haveSameId(first.call, call.call));
      first.exchange.mayBeTwo = exchange.mayBeTwo;
      if (exchange.mayBeTwo) this.perhapsTwice++;
      if (fullerOf(first.call, call.call) !== call.call) return [];
      this.#remove(twin, 1);
    }
    waiting.splice(placeIn(waiting, call.exchange.ended), 0, call);
    this.#weight += call.weight;
    const own = (this.#counts.get(call.profile) ?? 0) + 1;
    this.#counts.set(call.profile, own);
    const due: ServiceCall[] = [];
    const isFull = () => (this.#counts.get(call.profile) ?? 0) > WINDOW || waiting.length > MOST_WAITING;
    while (isFull() || (this.#weight > WINDOW_WEIGHT && waiting.length > 1)) due.push(...this.#pass(1));
    return due;
  }

  /** Returns the remaining calls. */
  end(): ServiceCall[] {
    return this.#pass(this.#waiting.length);
  }

  /** Returns the place of a waiting entry for the same call at another layer; -1 for none. */
  #twinOf({ call, exchange: { began } }: ServiceCall): number {
    for (const [place, { call: other, exchange }] of this.#waiting.entries()) {
      if (exchange.ended < began) return -1;
      if ((call.isForeign || other.isForeign) && isSameCall(other, call)) return place;
    }
    return -1;
  }

  #remove(from: number, count: number): ServiceCall[] {
    const removed = this.#waiting.splice(from, count);
    for (const { weight, profile } of removed) {
      this.#weight -= weight;
      const left = (this.#counts.get(profile) ?? 0) - 1;
      if (left > 0) this.#counts.set(profile, left);
      else this.#counts.delete(profile);
    }
    return removed;
  }

  #pass(count: number): ServiceCall[] {
    const due = this.#remove(this.#waiting.length - count, count).reverse();
    for (const { exchange, profile } of due) {
      if (exchange.ended < (this.#latest.get(profile) ?? -Infinity)) this.late++;
      else this.#latest.set(profile, exchange.ended);
    }
    return due;
  }
}

/** Returns a call's place in a list with the latest end first: before calls with the same end. */
function placeIn(waiting: readonly ServiceCall[], ended: number): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((waiting[middle]?.exchange.ended ?? -Infinity) > ended) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Limits for waiting calls: per profile, for all profiles, and in characters. */
const WINDOW = 256;
const MOST_WAITING = 8192;
const WINDOW_WEIGHT = 16 * 2 ** 20;

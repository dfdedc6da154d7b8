import { Lru } from '../../../base/lru.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { HarReader } from '../../../exchange/har/read-har.ts';
import { JournalReader } from '../../../exchange/journal-file/read-journal-file.ts';
import type { RecordingReader } from '../../../exchange/recording-reader.ts';
import { GAP, RecordingError } from '../../../exchange/recording-reader.ts';
import { Redaction } from '../../../exchange/redaction.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { ConductArea } from '../conduct.ts';
import type { Judge } from '../judge.ts';
import { MAX_PROFILES } from '../judge.ts';
import { CallJudge } from './call-judge.ts';
import type { ServiceCall } from './service-finder.ts';

export interface RecordingOptions {
  spec: Spec;
  areas: readonly ConductArea[];
  /** Base URLs of the service; empty to find it. */
  origins: readonly URL[];
  serviceIdHeader: string;
  /** Only this profile; undefined for all. */
  profile: string | undefined;
  /** After each piece: how many bytes have been read, and how many calls judged. */
  onProgress?: (bytes: number, judged: number) => void;
}

/** A recording that was judged, to its end or to where reading stopped. */
export interface JudgedRecording {
  judge: Judge;
  form: 'har' | 'journal';
  /** Entries or exchanges that it has. */
  calls: number;
  judged: number;
  /** Calls that were not judged, because their profiles were too many. */
  unjudged: number;
  /** Calls that did not go to the service, or were another profile's. */
  skipped: number;
  /** Calls that a page of the sandbox made, the console for example. */
  passedOver: number;
  /** Calls that came too late in the file to be sorted in. */
  late: number;
  /** Where a recorder that was killed broke it off, as in `in the middle of entry 3`; null for a file with an end. */
  breaksOff: string | null;
  /** What a journal no longer has, as in `exchange 3 of the profile is missing`; null where it has all. */
  missing: string | null;
  /** Base URLs of the service as they were found; empty for a journal. */
  origins: readonly string[];
  /** Origins that may be the service, where none is certain. */
  candidates: readonly string[];
  /** When the first and the latest request began, by the clock of the service; null for none. */
  from: number | null;
  to: number | null;
  secrets: Redaction;
}

/** Judges a recording while it is read. Throws RecordingError for one that cannot be read to its end. */
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
  /** Written call by call: it may break off in the latest one, and what is before that is whole. */
  #isRecorders = false;
  #open: RecordingReader | null = null;
  /** Calls in all, and calls of other profiles. */
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
    const state = this.#calls.state(this.#form, this.#counts.calls, this.#secrets);
    const { gap } = this.#reader();
    const missing = gap === GAP ? null : gap;
    return { ...state, skipped: state.skipped + this.#counts.others, late: this.#inOrder.late, breaksOff, missing };
  }

  /** Where a file of the recorder breaks off. Throws RecordingError for any other file that does. */
  #breakOff(): string | null {
    const place = this.#reader().breaksOff();
    if (place !== null && !this.#isRecorders && this.#form === 'har')
      throw new RecordingError(`it breaks off ${place}; export it again`);
    return this.#isRecorders ? place : null;
  }

  /** A journal export is recognised by its first key. */
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
    const { gap } = this.#reader();
    if (call.isOfPage) return this.#calls.passOver(call, gap);
    this.#calls.take(call, gap);
  }
}

/** Enough to see the first keys. */
const BEGINNING = 256;
const RECORDERS = /^\{(?:"log":\{)?[^{}]*"creator":(?:\{"name":)?"taxiway record"/;
const JOURNAL_KEYS = new Set([
  'taxiway',
  // The header with its keys sorted.
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

/**
 * Brings calls that come out of order into the order in which they ended, as far as a window reaches. Each profile has
 * its own window: a file can hold the journeys of several profiles one after another, with the same times.
 */
class InOrder {
  /** By their ends, the latest first. */
  readonly #waiting: ServiceCall[] = [];
  /** Number of waiting calls per profile. */
  readonly #counts = new Map<string, number>();
  /** When the latest call of each profile that was passed on ended. */
  readonly #latest = new Lru<number>(MAX_PROFILES);
  #late = 0;
  #weight = 0;

  /** How many came so late that later ones had been passed on. */
  get late(): number {
    return this.#late;
  }

  /** Takes a call; returns those that are due. */
  add(call: ServiceCall): ServiceCall[] {
    const waiting = this.#waiting;
    waiting.splice(placeIn(waiting, call.exchange.ended), 0, call);
    this.#weight += call.weight;
    const own = (this.#counts.get(call.profile) ?? 0) + 1;
    this.#counts.set(call.profile, own);
    const due: ServiceCall[] = [];
    const isFull = () => (this.#counts.get(call.profile) ?? 0) > WINDOW || waiting.length > MOST_WAITING;
    while (isFull() || (this.#weight > WINDOW_WEIGHT && waiting.length > 1)) due.push(...this.#pass(1));
    return due;
  }

  /** The rest. */
  end(): ServiceCall[] {
    return this.#pass(this.#waiting.length);
  }

  #pass(count: number): ServiceCall[] {
    const due = this.#waiting.splice(this.#waiting.length - count).reverse();
    for (const { exchange, weight, profile } of due) {
      this.#weight -= weight;
      const left = (this.#counts.get(profile) ?? 0) - 1;
      if (left > 0) this.#counts.set(profile, left);
      else this.#counts.delete(profile);
      if (exchange.ended < (this.#latest.get(profile) ?? -Infinity)) this.#late++;
      else this.#latest.set(profile, exchange.ended);
    }
    return due;
  }
}

/** Returns the place of a call in a list with the latest end first: before those that ended at the same time. */
function placeIn(waiting: readonly ServiceCall[], ended: number): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((waiting[middle]?.exchange.ended ?? -Infinity) > ended) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Calls of a profile that are held, calls of all profiles, and their characters. */
const WINDOW = 256;
const MOST_WAITING = 8192;
const WINDOW_WEIGHT = 16 * 2 ** 20;

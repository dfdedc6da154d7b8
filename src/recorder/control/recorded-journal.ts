import { Lru } from '../../base/lru.ts';
import { inSlices } from '../../base/turns.ts';
import { Watchers } from '../../base/watchers.ts';
import type { Exchange, Message } from '../../exchange/exchange.ts';
import { GAP } from '../../exchange/exchange.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { writePieces } from '../../exchange/file-form.ts';
import type { Watcher } from '../../journal/journal.ts';
import { outcomeOfRecord } from '../../journal/outcome.ts';
import type { Dropped, ExchangeQuery, ExchangeSummary, JournaledExchange } from '../../store/journal.ts';

/** Profile code for all clients, in control API addresses. */
export const ALL_PROFILES = 'all';

/**
 * The latest exchanges within the limits: for all clients, and for each profile. It returns the same forms as a sandbox
 * journal. Lists follow the order in which exchanges ended.
 */
export class RecordedJournal {
  readonly watchers = new Watchers<Watcher>();
  readonly #all = newSection(0);
  readonly #byProfile = new Lru<Section>(MAX_PROFILES);
  readonly #settled: () => Promise<void>;
  #characters = 0;

  /** `settled`: resolves once all earlier exchanges are recorded. */
  constructor(settled: () => Promise<void>) {
    this.#settled = settled;
  }

  add(profileCode: string, exchange: Exchange): void {
    const held = { profileCode, exchange };
    this.#all.held.push(held);
    this.#byProfile.getOrCreate(profileCode, () => newSection(exchange.at)).held.push(held);
    this.#characters += weightOf(exchange);
    while (this.#characters > MOST_CHARACTERS || this.#all.held.length > MOST_EXCHANGES) this.#dropOldest();
    if (this.watchers.isEmpty) return;
    for (const code of new Set([profileCode, ALL_PROFILES]))
      for (const watcher of this.watchers.of(code)) watcher.wake();
  }

  #dropOldest(): void {
    const oldest = this.#all.held[0];
    if (!oldest) return;
    this.#characters -= weightOf(oldest.exchange);
    for (const section of [this.#all, this.#byProfile.peek(oldest.profileCode)])
      if (section?.held[0] === oldest) dropFirst(section);
  }

  /** Every seen profile, with its first exchange's instant. */
  get profiles(): { code: string; seenAt: number }[] {
    return [...this.#byProfile.keys()].map((code) => ({ code, seenAt: this.#section(code).seenAt }));
  }

  async list(profileCode: string, { after, limit, order, ...wanted }: ExchangeQuery): Promise<ExchangeSummary[]> {
    await this.#settled();
    const section = this.#section(profileCode);
    const { dropped } = section;
    const held = [...section.held];
    const first = dropped.exchanges + 1;
    const step = order === 'oldest' ? 1 : -1;
    const start = order === 'oldest' ? 0 : held.length - 1;
    const pause = inSlices();
    const found: ExchangeSummary[] = [];
    for (let i = after === undefined ? start : placeOf(after + step - first, held.length, step); held[i]; i += step) {
      const record = toRecord(held[i], first + i);
      if (record && fits(record, wanted)) found.push(toSummary(record));
      if (found.length === limit) break;
      await pause();
    }
    return found;
  }

  async find(profileCode: string, exchangeId: string): Promise<JournaledExchange | undefined> {
    await this.#settled();
    const { held, dropped } = this.#section(profileCode);
    const i = held.findIndex(({ exchange }) => exchange.exchangeId === exchangeId);
    return toRecord(held[i], dropped.exchanges + 1 + i);
  }

  async dropped(profileCode: string): Promise<Dropped & { unauthenticated: number }> {
    await this.#settled();
    return { ...this.#section(profileCode).dropped, unauthenticated: 0 };
  }

  /** Returns the sequence number of the latest exchange; 0 for none. */
  async last(profileCode: string): Promise<number> {
    await this.#settled();
    const { held, dropped } = this.#section(profileCode);
    return dropped.exchanges + held.length;
  }

  /** Resolves once all earlier exchanges are recorded. */
  async flush(): Promise<boolean> {
    await this.#settled();
    return true;
  }

  watch(profileCode: string, watcher: Watcher): () => void {
    return this.watchers.add(profileCode, watcher);
  }

  /** Returns a file with a profile's exchanges, in UTF-8 pieces. */
  async file(profileCode: string, formOf: (about: FileAbout) => FileForm) {
    await this.#settled();
    const { held, dropped } = this.#section(profileCode);
    const gap =
      dropped.exchanges === 0 ? GAP : `the recorder no longer holds its ${dropped.exchanges} oldest exchanges`;
    const exchanges = held.map(({ exchange }) => exchange);
    const form = formOf({ creator: 'taxiway record', gap });
    const { mediaType, extension } = form;
    return { pieces: await writePieces(exchanges, form), mediaType, fileName: `taxiway-record.${extension}` };
  }

  #section(profileCode: string): Section {
    if (profileCode === ALL_PROFILES) return this.#all;
    return this.#byProfile.peek(profileCode) ?? newSection(0);
  }
}

/** Exchanges in the order in which they ended, and the totals of dropped ones. */
interface Section {
  held: Held[];
  dropped: Dropped;
  seenAt: number;
}

interface Held {
  profileCode: string;
  exchange: Exchange;
}

function newSection(seenAt: number): Section {
  return { held: [], dropped: { exchanges: 0, bytes: 0, before: null }, seenAt };
}

function dropFirst({ held, dropped }: Section): void {
  const first = held.shift();
  if (!first) return;
  dropped.exchanges += 1;
  dropped.bytes += weightOf(first.exchange);
  dropped.before = held[0]?.exchange.at ?? first.exchange.at;
}

/** Returns an index clamped to the list, or to the place just outside it at the end where `step` leaves the list. */
function placeOf(index: number, length: number, step: number): number {
  return step > 0 ? Math.max(index, 0) : Math.min(index, length - 1);
}

function weightOf({ path, request, response, served }: Exchange): number {
  const own = served?.message === response ? null : served?.message;
  return HEAD_CHARACTERS + path.length + lengthOf(request) + lengthOf(response) + lengthOf(own);
}

function lengthOf(message: Message | null | undefined): number {
  return message?.body?.length ?? 0;
}

/** Returns an exchange in the sandbox journal's form. */
function toRecord(held: Held | undefined, sequence: number): JournaledExchange | undefined {
  if (!held) return undefined;
  const {
    exchangeId,
    at,
    realTime,
    durationMs,
    overlapped,
    method,
    path,
    status,
    reason = '',
    ...rest
  } = held.exchange;
  const { scenario, request, response } = rest;
  // An unreachable upstream and a silent one look the same to a client.
  const ending = rest.ending === 'unreachable' ? 'silent' : rest.ending;
  const scenarioFrom = rest.scenarioFrom as JournaledExchange['scenarioFrom'];
  const times = { at, realTime, durationMs, overlapped };
  // A recorder cannot know whether credentials are valid.
  const sent = { origin: 'client', authenticated: true, operationId: rest.operationId, method, path } as const;
  const record = { exchangeId, sequence, ...times, ...sent, status, ending, scenario, scenarioFrom };
  const outcome = outcomeOfRecord({ ...record, request, response });
  const shown = outcome.kind === 'lost' && reason !== '' ? { ...outcome, text: reason } : outcome;
  return { ...record, outcome: shown, request, response };
}

function toSummary({ request, response, ...head }: JournaledExchange): ExchangeSummary {
  return { ...head, requestBytes: request.bodyBytes, responseBytes: response?.bodyBytes ?? 0 };
}

function fits(
  { origin, operationId, status, ending, outcome, scenario, at, path, request, response }: JournaledExchange,
  wanted: Omit<ExchangeQuery, 'after' | 'limit' | 'order'>,
): boolean {
  const { contains, from = -Infinity, to = Infinity } = wanted;
  return (
    (wanted.origin ?? origin) === origin &&
    (wanted.operationId ?? operationId) === operationId &&
    (wanted.status ?? status) === status &&
    (wanted.ending ?? ending) === ending &&
    (wanted.outcome ?? outcome.kind) === outcome.kind &&
    (wanted.scenario === undefined || (scenario ?? 'none').split(',').includes(wanted.scenario)) &&
    (contains === undefined || [path, request.body, response?.body].some((text) => text?.includes(contains))) &&
    at >= from &&
    at < to
  );
}

const MAX_PROFILES = 200;
const MOST_CHARACTERS = 32e6;
const MOST_EXCHANGES = 20_000;
const HEAD_CHARACTERS = 1500;

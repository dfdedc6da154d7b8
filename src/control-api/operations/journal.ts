import type { Request } from 'express';
import { parseInstant } from '../../base/clock.ts';
import { UNKNOWN_BEFORE } from '../../check/judge/live/journal-source.ts';
import { asCurl } from '../../exchange/as-curl.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { GAP } from '../../exchange/exchange.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { writePieces } from '../../exchange/file-form.ts';
import { har } from '../../exchange/har/write-har.ts';
import { journalFile } from '../../exchange/journal-file/write-journal-file.ts';
import type { JournalMark } from '../../exchange/journal-mark.ts';
import type { Query } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { withInstants } from '../../journal/real-time.ts';
import { operationWords, wordOf } from '../../scenarios/operations.ts';
import type { Service } from '../../service.ts';
import type { ExchangeQuery, JournaledExchange, JournalState } from '../../store/journal.ts';
import type { Profile } from '../../store/profiles.ts';
import type { ControlServices } from '../control-services.ts';
import {
  causedVerdicts,
  describeDropped,
  describeExchange,
  describeSummary,
  isRepeatable,
} from '../journal/describe-exchange.ts';
import { streamExchanges } from '../journal/stream-exchanges.ts';
import type { ProfileOperation } from '../operation.ts';

export const listJournal = {
  operationId: 'listJournal',
  access: 'profile',
  ofNobody: true,
  async run(service, { profile, query: text }) {
    const query = readQuery(service, text);
    const found = await service.journal.list(profile.code, { ...query, limit: query.limit + 1 });
    const page = found.slice(0, query.limit);
    const last = found.length > page.length ? page.at(-1) : undefined;
    const verdicts = await causedVerdicts(service, profile.code);
    return {
      body: {
        exchanges: page.map((exchange) => describeSummary(service.spec, exchange, verdicts)),
        next: last?.sequence ?? null,
        dropped: describeDropped(await service.journal.dropped(profile.code)),
      },
    };
  },
} satisfies ProfileOperation<'listJournal'>;

export const streamJournal = {
  operationId: 'streamJournal',
  access: 'profile',
  ofNobody: true,
  async run(service, { profile, query, req }) {
    const last = await service.journal.last(profile.code);
    const seen = Number(req.headers['last-event-id'] ?? query.after ?? last);
    // A number above the last one dates from before the journal was restarted.
    const after = seen > last ? 0 : seen;
    return {
      stream(res) {
        refuseTooMany(service.journal.watchers.of(profile.code));
        streamExchanges(service, profile.code, after, res);
      },
    };
  },
} satisfies ProfileOperation<'streamJournal'>;

/**
 * Throws `too_many_streams` for a profile at its stream limit. Call it in the same turn as the start: concurrent
 * requests cannot exceed the limit.
 */
export function refuseTooMany({ size }: ReadonlySet<unknown>): void {
  if (size < MAX_STREAMS) return;
  const message = `The profile has ${MAX_STREAMS} open streams, the maximum; close one`;
  throw new Refusal('too_many_streams', [{ path: '', message }]);
}

/** Each stream occupies a connection, and reads every exchange in the profile. */
export const MAX_STREAMS = 20;

export const getExchange = {
  operationId: 'getExchange',
  access: 'profile',
  ofNobody: true,
  async run(service, { profile, path }) {
    const exchange = await findExchange(service, profile, path.exchangeId);
    return {
      body: { exchange: describeExchange(service.spec, exchange, await causedVerdicts(service, profile.code)) },
    };
  },
} satisfies ProfileOperation<'getExchange'>;

export const getExchangeAsCurl = {
  operationId: 'getExchangeAsCurl',
  access: 'profile',
  ofNobody: true,
  async run(service, { profile, path, req }) {
    const exchange = await findExchange(service, profile, path.exchangeId);
    if (!isRepeatable(service.spec, exchange)) throw new Refusal('exchange_not_repeatable');
    return { text: asCurl(exchange, originOf(req)), mediaType: 'text/plain' };
  },
} satisfies ProfileOperation<'getExchangeAsCurl'>;

export const exportJournal = {
  operationId: 'exportJournal',
  access: 'profile',
  ofNobody: true,
  run: (service, { profile, req }) => exportFile(service, profile.code, originOf(req), journalFile),
} satisfies ProfileOperation<'exportJournal', Service>;

export const exportJournalAsHar = {
  operationId: 'exportJournalAsHar',
  access: 'profile',
  ofNobody: true,
  run: (service, { profile, req }) => exportFile(service, profile.code, originOf(req), har),
} satisfies ProfileOperation<'exportJournalAsHar', Service>;

/** Reads a validated query. Refuses unknown operations and scenarios. */
function readQuery({ spec, scenarios }: ControlServices, query: Query<'listJournal'>): ExchangeQuery {
  const { operation, scenario, order = 'newest', limit = 50, ending, outcome, origin, contains } = query;
  const operationIds = listOperations<string>(spec).map(({ operationId }) => operationId);
  const words: Readonly<Record<string, string>> = operationWords;
  const operationId = operation !== undefined && Object.hasOwn(words, operation) ? words[operation] : operation;
  if (operationId !== undefined && !operationIds.includes(operationId))
    throw unknownName('operation', operationId, [...Object.keys(words), ...operationIds.sort()]);
  if (scenario !== undefined && scenario !== 'none' && !scenarios.has(scenario))
    throw unknownName('scenario', scenario, ['none', ...scenarios.keys()]);
  return {
    after: readNumber(query.after),
    limit: Number(limit),
    order,
    operationId,
    status: readNumber(query.status),
    ending,
    outcome,
    origin,
    scenario,
    contains,
    from: readInstant(query.from),
    to: readInstant(query.to),
  };
}

function unknownName(parameter: string, value: string, known: readonly string[]): Refusal {
  return new Refusal('invalid_request', [
    { path: `query/${parameter}`, message: `"${value.slice(0, 64)}" is none of ${known.join(', ')}` },
  ]);
}

function readNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function readInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}

/** Throws `exchange_not_found` if the profile's journal does not have the exchange. */
async function findExchange(
  { journal }: ControlServices,
  { code }: Profile,
  exchangeId: string,
): Promise<JournaledExchange> {
  const exchange = await journal.find(code, exchangeId);
  if (!exchange)
    throw new Refusal('exchange_not_found', [
      { path: 'path/exchangeId', message: `the journal of this profile has no exchange "${exchangeId.slice(0, 64)}"` },
    ]);
  return exchange;
}

/**
 * Returns the sandbox's address as this client uses it; the address may have changed since an exchange in the journal.
 */
function originOf({ protocol, headers }: Request): string {
  return `${protocol}://${headers.host ?? '127.0.0.1'}`;
}

/** Renders a profile's journal in a file form, in UTF-8 pieces. `server` is the base in the addresses. */
async function exportFile(
  { journal, store }: Service,
  profileCode: string,
  server: string,
  formOf: (about: FileAbout) => FileForm,
): Promise<{ pieces: Buffer[]; mediaType: string; fileName: string }> {
  await journal.flush();
  const state = await store.journal.all(profileCode);
  // Read last, so that a reset in the meantime counts too.
  const mark = (await store.journal.judged(profileCode, ({ last }) => last))?.mark;
  const knownBefore = mark?.knownBefore ?? null;
  const form = formOf({ creator: 'taxiway', profileCode, gap: gapOf(state, mark), knownBefore });
  const { mediaType, extension } = form;
  const at = extension === 'har' ? { server, base: server } : { server };
  const pieces = await writePieces(exported(state, store.isShared, at), form);
  return { pieces, mediaType, fileName: `taxiway-journal-${profileCode}.${extension}` };
}

/**
 * Yields the exchanges with consecutive numbers, so that dropped calls without valid credentials leave no gaps. `base`
 * lets a HAR file show calls to unknown addresses as the service's.
 */
function* exported(
  { exchanges, dropped }: JournalState,
  isShared: boolean,
  at: Pick<Exchange, 'server' | 'base'>,
): Generator<Exchange> {
  let sequence = dropped.exchanges;
  for (const exchange of exchanges) {
    const { operationId } = exchange;
    const operation = operationId !== null && { operation: wordOf(operationId) };
    yield { ...(isShared ? withInstants(exchange) : exchange), ...operation, sequence: ++sequence, ...at };
  }
}

/** Returns the reason why the clients of the profile may know more than its journal shows. */
function gapOf({ dropped }: JournalState, mark: JournalMark | undefined): string | null {
  if (dropped.exchanges > 0) return `the journal no longer has ${dropped.exchanges} older exchanges of the profile`;
  // A client may still use ids from before a reset or an import.
  if (mark?.hasUnwritten) return UNKNOWN_BEFORE.process;
  return (mark?.unknownBefore ?? null) === null ? null : GAP;
}

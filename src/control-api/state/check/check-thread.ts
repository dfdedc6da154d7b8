import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorName } from '../../../interface/errors/catalogue.ts';
import type { RefusalDetail } from '../../../interface/errors/refusal.ts';
import { Refusal } from '../../../interface/errors/refusal.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { listOperations } from '../../../interface/openapi/operations.ts';
import { outcomeOfRecord } from '../../../journal/outcome.ts';
import { connectSuppliers } from '../../../providers.ts';
import type { Registry } from '../../../scenarios/registry.ts';
import { loadScenarios } from '../../../scenarios/registry.ts';
import { readArming } from '../../../scenarios/scenario-selection.ts';
import type { JournaledExchange } from '../../../store/journal.ts';
import type { ProfileState, Row } from '../../../store/state.ts';
import type { ProfileFile } from '../profile-file.ts';
import { readProfileFile } from '../profile-file.ts';
import { textOf } from '../read-upload.ts';
import type { FileChecker } from './check-file.ts';
import { createFileChecker } from './check-file.ts';
import { createRowRules } from './row-rules.ts';

/** The thread's start data; `service` has `transferPrefix` before the transfer operations' paths. */
export interface ThreadInterfaces {
  control: Spec;
  service: Spec;
  transferPrefix: string;
}

/** A file piece; `check` once the file is complete; `next` for another part of its state. */
export type ThreadRequest = { piece: Uint8Array } | 'check' | 'next';

/** A file's refusal, or its state without the lists, which follow in parts. */
export type Verdict = { refused: ErrorName; details: RefusalDetail[] } | { state: ProfileState; checksum: string };

/** Some entries in a table or in the journal; null after the last part. */
export type Part =
  | { of: 'rows'; table: string; entries: Row[] }
  | { of: 'exchanges'; entries: ProfileState['journal']['exchanges'] }
  | null;

const { control, service, transferPrefix } = workerData as ThreadInterfaces;
const operations = listOperations<string>(service).map(({ operationId, method, path }) => {
  // The exporting sandbox may have had another prefix.
  return { operationId, method, path: path.startsWith(transferPrefix) ? path.slice(transferPrefix.length) : path };
});
const rules = createRowRules(connectSuppliers(), operations);
const checkFileOf = createFileChecker(control, service, rules);
const check = loadScenarios().then((scenarios) => createStateChecker(checkFileOf, scenarios));
let pieces: Uint8Array[] = [];
let parts: Iterator<Part> = [].values();

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'next') parentPort?.postMessage(parts.next().value ?? null);
  else if (request === 'check') void checkFile().then((verdict) => parentPort?.postMessage(verdict));
  else pieces.push(request.piece);
});

async function checkFile(): Promise<Verdict> {
  const received = pieces;
  pieces = [];
  try {
    const checked = await (await check)(textOf(received));
    parts = partsOf(checked.state);
    return withoutLists(checked);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code as ErrorName, details: [...error.details] };
    throw error;
  }
}

function withoutLists({ state, checksum }: CheckedState): Verdict {
  const rows = Object.fromEntries(Object.keys(state.rows).map((table) => [table, []]));
  return { state: { ...state, rows, journal: { ...state.journal, exchanges: [] } }, checksum };
}

function* partsOf({ rows, journal }: ProfileState): Generator<Part> {
  for (const [table, list] of Object.entries(rows)) {
    for (let at = 0; at < list.length; at += ROWS_PER_PART)
      yield { of: 'rows', table, entries: list.slice(at, at + ROWS_PER_PART) };
  }
  for (let at = 0; at < journal.exchanges.length; at += EXCHANGES_PER_PART)
    yield { of: 'exchanges', entries: journal.exchanges.slice(at, at + EXCHANGES_PER_PART) };
}

const ROWS_PER_PART = 100;
const EXCHANGES_PER_PART = 10;

/** A state that has passed every check independent of the store. */
export interface CheckedState {
  state: ProfileState;
  checksum: string;
}

/** Checks an export's text, except against the store. Refuses like readProfileFile, and with `import_unfit`. */
function createStateChecker(check: FileChecker, scenarios: Registry): (text: string) => Promise<CheckedState> {
  return async (text) => {
    const { file, checksum } = readProfileFile(text);
    check.checkHead({ ...file, checksum });
    const {
      format: _format,
      version: _version,
      exportedAt: _exportedAt,
      profile,
      clock,
      armed,
      journal,
      ...tables
    } = file;
    const rows = tables as Record<string, Row[]>;
    await check.checkRows({ ...rows, 'journal/exchanges': journal.exchanges });
    checkArmed(scenarios, file, rows);
    journal.exchanges = journal.exchanges.map(complete);
    return { state: { profile, clock, armed, journal, rows }, checksum };
  };
}

/** Adds the exchange parts that a file leaves out. */
function complete(exchange: Omit<JournaledExchange, 'outcome'>): JournaledExchange {
  return { ...exchange, authenticated: true, realTime: null, durationMs: null, outcome: outcomeOfRecord(exchange) };
}

/** Refuses armed scenarios that are unknown or contradict each other. */
function checkArmed(scenarios: Registry, { armed }: ProfileFile, tables: Record<string, Row[]>): void {
  const places = new Map<string, string>();
  for (const table of ['searches', 'bookings'])
    tables[table]?.forEach((row, i) => {
      if (row['armed']) places.set(String(row['armed']), `/${table}/${i}/armed`);
    });
  if (armed) places.set(armed.scenario, '/armed/scenario');
  for (const [text, path] of places) {
    try {
      readArming(scenarios, { text, path });
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal('import_unfit', error.details);
      throw error;
    }
  }
}

import { Refusal } from '../../../interface/errors/refusal.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { outcomeOfRecord } from '../../../journal/outcome.ts';
import type { Suppliers } from '../../../providers.ts';
import type { Registry } from '../../../scenarios/registry.ts';
import type { ExchangeRecord } from '../../../store/journal.ts';
import type { ProfileState, Row } from '../../../store/state.ts';
import { checkArming } from '../../scenarios/check-arming.ts';
import type { ProfileFile } from '../profile-file.ts';
import { readProfileFile } from '../profile-file.ts';
import { createFileChecker } from './check-file.ts';
import { createRowRules } from './row-rules.ts';

/** A state that passed all checks that do not depend on the store. */
export interface CheckedState {
  state: ProfileState;
  checksum: string;
}

/** Checks the text of an export, except against the store. Refuses like readProfileFile, and with `import_unfit`. */
export function createStateChecker(
  control: Spec,
  service: Spec,
  scenarios: Registry,
  suppliers: Suppliers,
): (text: string) => Promise<CheckedState> {
  const check = createFileChecker(control, service, createRowRules(suppliers));
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

/** What a file leaves out of an exchange. */
function complete(exchange: Omit<ExchangeRecord, 'outcome'>): ExchangeRecord {
  return { ...exchange, realTime: null, durationMs: null, outcome: outcomeOfRecord(exchange) };
}

/** Refuses armed scenarios that do not exist or contradict each other. */
function checkArmed(scenarios: Registry, { armed }: ProfileFile, tables: Record<string, Row[]>): void {
  const places = new Map<string, string>();
  for (const table of ['searches', 'bookings'])
    tables[table]?.forEach((row, i) => {
      if (row['armed']) places.set(String(row['armed']), `/${table}/${i}/armed`);
    });
  if (armed) places.set(armed.scenario, '/armed/scenario');
  for (const [text, path] of places) {
    try {
      checkArming(scenarios, { text, path });
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal('import_unfit', error.details);
      throw error;
    }
  }
}

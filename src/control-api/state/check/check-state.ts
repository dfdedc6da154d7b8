import { Refusal } from '../../../errors/refusal.ts';
import type { Spec } from '../../../openapi/load-spec.ts';
import type { Suppliers } from '../../../providers.ts';
import type { Registry } from '../../../scenarios/registry.ts';
import type { ProfileState, Row } from '../../../store/state.ts';
import { checkArming } from '../../scenarios/check-arming.ts';
import { readProfileFile } from '../profile-file.ts';
import type { ProfileFile } from '../profile-file.ts';
import { createFileChecker } from './check-file.ts';
import { createRowRules } from './row-rules.ts';

/** The state of a profile that is all right, but for what only a store can tell. */
export interface CheckedState {
  state: ProfileState;
  checksum: string;
}

/** Reads the text of an export, and checks all that does not depend on the store. Refuses with what readProfileFile refuses, and with `import_unfit`. */
export function createStateChecker(
  control: Spec,
  service: Spec,
  scenarios: Registry,
  suppliers: Suppliers,
): (text: string) => Promise<CheckedState> {
  const check = createFileChecker(control, service, createRowRules(suppliers));
  return async (text) => {
    const { file, checksum } = readProfileFile(text);
    check.file({ ...file, checksum });
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
    await check.rows({ ...rows, 'journal/exchanges': journal.exchanges });
    checkArmed(scenarios, file, rows);
    return { state: { profile, clock, armed, journal, rows }, checksum };
  };
}

/** What is armed has to be something that a call can meet. */
function checkArmed(scenarios: Registry, { armed }: ProfileFile, { searches = [] }: Record<string, Row[]>): void {
  const places = new Map<string, string>();
  searches.forEach((row, i) => {
    if (row['armed']) places.set(String(row['armed']), `/searches/${i}/armed`);
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

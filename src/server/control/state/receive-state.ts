import type { Request } from 'express';
import { toIso } from '../../../clock.ts';
import { Refusal } from '../../../errors/refusal.ts';
import type { ProfileState, Row } from '../../../store/state.ts';
import { profileNow } from '../../profile-clock.ts';
import type { Service } from '../../service.ts';
import { checkArming } from '../check-arming.ts';
import { LATEST } from '../move-clock.ts';
import { createFileChecker } from './check-file.ts';
import { readProfileFile } from './profile-file.ts';
import type { ProfileFile } from './profile-file.ts';
import { readUpload } from './read-upload.ts';
import { createRowRules } from './row-rules.ts';

/**
 * The state that the body of a request brings, checked in all that does not depend on the store. Refuses with
 * what readUpload and readProfileFile refuse, and with `import_unfit`.
 */
export async function receiveState(service: Service, req: Request): Promise<{ state: ProfileState; checksum: string }> {
  const { file, checksum } = readProfileFile(await readUpload(req));
  const check = checkers.get(service) ?? createFileChecker(service.control.spec, service.spec, createRowRules(service));
  checkers.set(service, check);
  check.file({ ...file, checksum });
  const { format: _format, version: _version, exportedAt: _exportedAt, profile, clock, armed, journal, ...tables } = file;
  const rows = tables as Record<string, Row[]>;
  await check.rows({ ...rows, 'journal/exchanges': journal.exchanges });
  checkClock(service, clock);
  checkArmed(service, file, rows);
  return { state: { profile, clock, armed, journal, rows }, checksum };
}

/** Made at the first import: most sandboxes see none. */
const checkers = new WeakMap<Service, ReturnType<typeof createFileChecker>>();

/** A clock that runs ahead goes no further than one that is set. */
function checkClock({ clock: own }: Service, clock: ProfileState['clock']): void {
  if (clock === null || profileNow({ clock }, own.now()) <= LATEST) return;
  throw new Refusal('import_unfit', [{ path: '/clock/aheadMs', message: `clock.aheadMs must not lead beyond ${toIso(LATEST)}` }]);
}

/** What is armed has to be something that a call can meet. */
function checkArmed({ scenarios }: Service, { armed }: ProfileFile, { searches = [] }: Record<string, Row[]>): void {
  const places = new Map<string, string>();
  searches.forEach((row, i) => { if (row['armed']) places.set(String(row['armed']), `/searches/${i}/armed`); });
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

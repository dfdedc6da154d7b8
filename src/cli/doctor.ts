import { ConfigError } from '../base/config-error.ts';
import { isPostgres } from '../base/postgres-address.ts';
import { print } from '../check/report/terminal.ts';
import { plain } from '../check/report/text.ts';
import type { Given } from '../config/read-settings.ts';
import type { Examination } from '../store/sql/postgres/doctor/examine.ts';
import { examinePostgres } from '../store/sql/postgres/doctor/examine.ts';
import { storeOf } from './postgres-store.ts';

export interface DoctorSettings {
  store: string;
  storeConnections: number;
  json: boolean;
  config: string;
}

/** Prints the faults of a PostgreSQL store, and returns 1 if no sandbox can start with it. */
export async function runDoctor(given: Given<DoctorSettings>): Promise<number> {
  const store = storeOf(given);
  if (store === undefined || !isPostgres(store))
    throw new ConfigError(
      `--store is ${store === undefined ? 'missing' : JSON.stringify(store)}: the doctor examines a PostgreSQL ` +
        'store; give its address, like postgres://user@host:5432/database, or env:DATABASE_URL',
    );
  const examination = await examinePostgres(store, given.settings.storeConnections);
  print(render(examination), given.settings.json === true && examination);
  return examination.isUsable ? 0 : 1;
}

function render({ store, isUsable, findings }: Examination): string {
  const verdict = isUsable ? 'a sandbox can start with this store' : 'no sandbox can start with this store';
  return `${[store, '', ...findings.flatMap(linesOf), '', verdict].join('\n')}\n`;
}

/** Messages from a server are untrusted text. */
function linesOf({ state, subject, says, next }: Examination['findings'][number]): string[] {
  const line = `${state.padEnd(8)} ${subject.padEnd(12)} ${plain(says)}`;
  return next === null ? [line] : [line, `${' '.repeat(22)}next: ${plain(next)}`];
}

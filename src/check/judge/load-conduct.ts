import { loadFolder } from '../../base/load-folder.ts';
import type { ConductArea } from './conduct.ts';

/** Loads the conduct checks in contracts/*.conduct.ts, area by area. */
export async function loadConduct(): Promise<ConductArea[]> {
  return (await loadFolder('contracts/*.conduct.ts')).map(({ exported }) => exported as ConductArea);
}

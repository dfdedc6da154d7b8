import type { operations } from '../../src/interface/control-api.gen.ts';
import { callProfile, saveFile } from '../api/save-file.ts';

type Imported = operations['importProfile']['responses'][200]['content']['application/json'];

/** Saves a profile's state as a file. */
export function downloadExport(profileCode: string): Promise<void> {
  return saveFile('export', profileCode, `${profileCode}.json`);
}

/** Replaces a profile's state with a file. The file is sent unchanged, because a checksum guards it. */
export async function importFile(profileCode: string, file: File): Promise<Imported> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await callProfile(profileCode, 'import', { method: 'POST', headers, body: file });
  return (await response.json()) as Imported;
}

import type { operations } from '../../src/interface/control-api.gen.ts';
import { ControlError, sandboxUrl, toError } from '../api/client.ts';
import { authorization } from '../api/sign-in.ts';

type Imported = operations['importProfile']['responses'][200]['content']['application/json'];

/** Saves the state of a profile as a file. It is fetched first, as a link cannot send credentials. */
export async function downloadExport(profileCode: string): Promise<void> {
  const response = await call(profileCode, 'export');
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const address = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: name ?? `${profileCode}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Puts a file in the place of what a profile has. It goes as it is, because a checksum guards it. */
export async function importFile(profileCode: string, file: File): Promise<Imported> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await call(profileCode, 'import', { method: 'POST', headers, body: file });
  return (await response.json()) as Imported;
}

async function call(profileCode: string, what: 'export' | 'import', init: RequestInit = {}): Promise<Response> {
  const url = `${sandboxUrl}/_sandbox/profiles/${encodeURIComponent(profileCode)}/${what}`;
  const headers = { ...authorization.value, ...init.headers };
  const response = await fetch(url, { ...init, headers }).catch(() => {
    throw new ControlError(0, 'no_response', ['The sandbox does not respond, or did not take the file.']);
  });
  if (!response.ok) throw await toError(response, authorization.value['Authorization'] ?? null);
  return response;
}

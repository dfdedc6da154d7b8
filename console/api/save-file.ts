import { ControlError, sandboxUrl, toError } from './client.ts';
import { authorization } from './sign-in.ts';

/** Saves a profile file. It is fetched first, as a link cannot send credentials. */
export async function saveFile(what: string, profileCode: string, fallback: string): Promise<void> {
  const response = await callProfile(profileCode, what);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const address = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: name ?? fallback });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Calls the control API for a file, in either direction. Rejects with ControlError. */
export async function callProfile(profileCode: string, what: string, init: RequestInit = {}): Promise<Response> {
  const url = `${sandboxUrl}/_sandbox/profiles/${encodeURIComponent(profileCode)}/${what}`;
  const headers = { ...authorization.value, ...init.headers };
  const response = await fetch(url, { ...init, headers }).catch(() => {
    throw new ControlError(0, 'no_response', ['The sandbox does not respond, or refused the file.']);
  });
  if (!response.ok) throw await toError(response, authorization.value['Authorization'] ?? null);
  return response;
}

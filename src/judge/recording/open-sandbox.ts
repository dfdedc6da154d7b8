import type { Credential } from '../../config/read-credential.ts';
import { redactText } from '../../journal/redact.ts';
import { messageOf } from '../../message-of.ts';
import { cut, plain } from '../../report/text.ts';
import type { OpenSource } from './open-source.ts';
import { unpacked } from './open-source.ts';
import { RecordingError } from './recording-error.ts';

/** Whose journal a running sandbox is asked for, and who asks. */
export interface SandboxSource {
  baseUrl: string;
  profileCode: string;
  credential: Credential | undefined;
  adminToken: string | undefined;
  serviceIdHeader: string;
}

/** Asks a running sandbox for the journal of a profile. Throws RecordingError where it does not hand it over. */
export async function openSandbox(source: SandboxSource, signal: AbortSignal): Promise<OpenSource> {
  const code = encodeURIComponent(source.profileCode);
  const url = `${source.baseUrl.replace(/\/+$/, '')}/_sandbox/profiles/${code}/journal.ndjson`;
  const response = await fetch(url, { headers: headersFor(source), redirect: 'error', signal }).catch(
    (error: unknown) => {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new RecordingError(`no response from ${source.baseUrl}: is it running? (${messageOf(cause)})`);
    },
  );
  if (!response.ok || response.body === null)
    throw new RecordingError(
      `it responds to GET /_sandbox/profiles/${code}/journal.ndjson with ${response.status}: ` +
        `${cut(plain(redactText(await response.text())), 300)}`,
    );
  return { chunks: unpacked(response.body), bytes: null };
}

function headersFor({ credential, adminToken, serviceIdHeader }: SandboxSource): Record<string, string> {
  if (adminToken !== undefined) return { Authorization: `Bearer ${adminToken}` };
  if (!credential) return {};
  return {
    Authorization: `Bearer ${credential.secretKey}`,
    [serviceIdHeader]: `${credential.publicKey}:${credential.profileCode}`,
  };
}

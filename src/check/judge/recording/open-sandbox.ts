import { messageOf } from '../../../base/message-of.ts';
import { noResponse } from '../../../base/no-response.ts';
import type { Credential } from '../../../config/credential.ts';
import { RecordingError } from '../../../exchange/recording-reader.ts';
import { Redaction } from '../../../exchange/redaction.ts';
import { cut, plain } from '../../report/text.ts';
import type { OpenSource } from './open-source.ts';
import { unpacked } from './open-source.ts';

/** A profile in a running sandbox, and the credential to read its journal. */
export interface SandboxSource {
  baseUrl: string;
  profileCode: string;
  credential: Credential | undefined;
  adminToken: string | undefined;
  serviceIdHeader: string;
}

/** Requests a profile's journal from a running sandbox. Throws RecordingError if the sandbox refuses. */
export async function openSandbox(
  source: SandboxSource,
  signal: AbortSignal,
  timeout: SilenceTimeout,
): Promise<OpenSource> {
  const path = `/_sandbox/profiles/${encodeURIComponent(source.profileCode)}/journal.ndjson`;
  const url = source.baseUrl.replace(/\/+$/, '') + path;
  const headers = headersFor(source);
  const stop = AbortSignal.any([signal, timeout.signal]);
  const response = await timeout
    .wait(fetch(url, { headers, redirect: 'manual', signal: stop }))
    .catch((error: unknown) => {
      throw error instanceof RecordingError ? error : new RecordingError(explainSilence(source.baseUrl, error));
    });
  const { status, body } = response;
  const type = response.headers.get('content-type') ?? 'no content type';
  if (status === 200 && body !== null && type.startsWith(JOURNAL_TYPE))
    return { chunks: unpacked(timeout.each(body)), bytes: null };
  const text = await beginningOf(body);
  const said = (words: string) => cut(redactSent(plain(words), headers), LONGEST);
  const location = response.headers.get('location');
  if (status >= 300 && status < 400 && location !== null)
    throw new RecordingError(
      `it redirects to ${said(addressOf(location, url))} with ${status}, and redirects are not followed; name ` +
        'the final URL of the sandbox',
    );
  if (status === 200)
    throw new RecordingError(
      `it is not a taxiway sandbox: to GET ${path} it responds with ${said(type)}, not with a journal ` +
        `(${JOURNAL_TYPE})`,
    );
  throw new RecordingError(`it responds to GET ${path} with ${status}: ${said(text)}`);
}

function headersFor({ credential, adminToken, serviceIdHeader }: SandboxSource): Record<string, string> {
  if (adminToken !== undefined) return { Authorization: `Bearer ${adminToken}` };
  if (!credential) return {};
  return {
    Authorization: `Bearer ${credential.secretKey}`,
    [serviceIdHeader]: `${credential.publicKey}:${credential.profileCode}`,
  };
}

function explainSilence(baseUrl: string, error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (NO_TLS.test(code)) return 'it does not speak TLS; write http:// in place of https://';
  if (code.startsWith('ERR_SSL_')) return `TLS with it fails (${code})`;
  if (code === 'HPE_INVALID_CONSTANT') return 'it does not speak HTTP; if it speaks TLS, write https://';
  return noResponse(baseUrl, messageOf(cause), 'the source');
}

/** Returns the beginning of a body that is not a journal, with `…` if more follows. The body may be endless. */
async function beginningOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  let end = '';
  const stop = (): void => {
    end = '…';
    reader.cancel().catch(() => undefined);
  };
  const late = setTimeout(stop, MOST_MS);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value);
      if ((bytes += next.value.length) > MOST_BYTES) stop();
    }
  } catch {
    end = '…';
  }
  clearTimeout(late);
  return Buffer.concat(pieces).toString() + end;
}

/** Redacts the sent credential, because a server may repeat it. */
function redactSent(text: string, { Authorization: sent }: Record<string, string>): string {
  const redaction = new Redaction();
  if (sent !== undefined) redaction.note(sent);
  return redaction.text(text);
}

/** Returns an address without user, password and query. */
function addressOf(location: string, from: string): string {
  const url = URL.parse(location, from);
  return url === null ? location : url.origin + url.pathname;
}

const JOURNAL_TYPE = 'application/x-ndjson';
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/;
const MOST_BYTES = 4096;
const MOST_MS = 5000;
/** Maximum number of characters from a server in a message. */
const LONGEST = 300;

/** Time-out for a silent server: reports after some seconds, and ends the request after a minute without a byte. */
export class SilenceTimeout {
  readonly #controller = new AbortController();
  readonly #notify: () => void;
  readonly #notifyAfterMs: number;
  readonly #timeoutMs: number;

  constructor(notify: () => void, notifyAfterMs = 5000, timeoutMs = 60_000) {
    this.#notify = notify;
    this.#notifyAfterMs = notifyAfterMs;
    this.#timeoutMs = timeoutMs;
  }

  /** Signal that ends the waiting request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async wait<Value>(value: Promise<Value>): Promise<Value> {
    const notify = setTimeout(this.#notify, this.#notifyAfterMs);
    const abort = setTimeout(() => this.#controller.abort(this.#nothing()), this.#timeoutMs);
    try {
      return await value;
    } finally {
      clearTimeout(notify);
      clearTimeout(abort);
    }
  }

  async *each<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    const reader = pieces[Symbol.asyncIterator]();
    try {
      for (let next = await this.wait(reader.next()); !next.done; next = await this.wait(reader.next()))
        yield next.value;
    } finally {
      await reader.return?.();
    }
  }

  #nothing(): RecordingError {
    return new RecordingError(
      `it sent nothing for ${this.#timeoutMs / 1000} seconds; check its log, and that the port belongs to it`,
    );
  }
}

import type { Secrets } from '../../check/judge/recording/secrets.ts';
import { redactBody, redactCredential, redactText } from '../../exchange/redact.ts';
import type { RawHeaders } from '../proxy/headers.ts';

/** Takes secrets out of everything that is kept: secret keys of any form that were seen in an Authorization header. */
export class Redactor {
  readonly #secrets: Secrets;
  readonly #texts = new Set<string>();

  /** `secrets` are noted for the report. */
  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** To be called with the headers of a request before anything else of it. */
  note(headers: RawHeaders): void {
    for (let i = 0; i < headers.length; i += 2) {
      if (!AUTHORIZATIONS.has(headers[i]?.toLowerCase() ?? '')) continue;
      const value = headers[i + 1] ?? '';
      this.#secrets.note(value);
      const secret = value.replace(/^\S+ +/, '').trim();
      if (secret.length < SHORTEST) continue;
      this.#texts.delete(secret);
      this.#texts.add(secret);
      const [oldest] = this.#texts;
      if (oldest !== undefined && this.#texts.size > MOST) this.#texts.delete(oldest);
    }
  }

  headers(headers: RawHeaders): string[] {
    return headers.map((part, i) => {
      if (i % 2 === 0) return part;
      const name = headers[i - 1]?.toLowerCase() ?? '';
      if (AUTHORIZATIONS.has(name)) return redactCredential(part);
      return SECRET_HEADERS.has(name) ? '…' : this.text(part);
    });
  }

  text(text: string): string {
    let redacted = redactText(text);
    for (const secret of this.#texts)
      for (const written of formsOf(secret)) redacted = redacted.replaceAll(written, 'sk_…');
    return redacted;
  }

  body(bytes: Buffer): Buffer {
    const redacted = redactBody(bytes, true);
    const holds = [...this.#texts].some((secret) => formsOf(secret).some((written) => redacted.includes(written)));
    if (!holds) return redacted;
    let text = redacted.toString('latin1');
    for (const secret of this.#texts)
      for (const written of formsOf(secret))
        text = text.replaceAll(Buffer.from(written).toString('latin1'), MARK_IN_LATIN1);
    return Buffer.from(text, 'latin1');
  }
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  return encoded === secret ? [secret] : [secret, encoded];
}

const AUTHORIZATIONS = new Set(['authorization', 'proxy-authorization']);
const SECRET_HEADERS = new Set(['cookie', 'set-cookie', 'x-api-key']);
/** Shorter ones would make recordings unreadable. */
const SHORTEST = 8;
const MOST = 20;
const MARK_IN_LATIN1 = Buffer.from('sk_…').toString('latin1');

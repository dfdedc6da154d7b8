import { STATUS_CODES } from 'node:http';
import type { GatewayResponse } from '../scenarios/scenario.ts';
import { toHttpDate } from './send-response.ts';

/** Returns a response from a gateway in front of the service at the instant `now`, ready to send. */
export function renderGateway({ status, body, retryAfter }: GatewayResponse, now: number) {
  const reason = STATUS_CODES[status] ?? '';
  const { text, contentType } = BODIES[body](`${status} ${reason}`, SENTENCES[status]);
  const headers = {
    ...(contentType !== '' && { 'Content-Type': contentType }),
    ...(retryAfter && { 'Retry-After': writeRetryAfter(retryAfter, now) }),
  };
  return { status, body: Buffer.from(text), headers };
}

const BODIES = {
  html: (title: string, sentence: string) => ({
    contentType: 'text/html; charset=utf-8',
    text:
      `<!doctype html>\n<html lang="en">\n<head><title>${title}</title></head>\n` +
      `<body>\n<h1>${title}</h1>\n<p>${sentence}</p>\n</body>\n</html>\n`,
  }),
  json: (_title: string, sentence: string) => ({
    contentType: 'application/json',
    text: JSON.stringify({ message: sentence }),
  }),
  empty: () => ({ contentType: '', text: '' }),
} as const satisfies Record<GatewayResponse['body'], unknown>;

const SENTENCES: Record<GatewayResponse['status'], string> = {
  429: 'The gateway accepts no more requests from this client for now.',
  502: 'The gateway got no valid response from the server behind it.',
  503: 'The server behind the gateway is not available for now.',
};

function writeRetryAfter({ ms, form }: NonNullable<GatewayResponse['retryAfter']>, now: number): string {
  return form === 'date' ? toHttpDate(now + ms) : String(Math.ceil(ms / SECOND));
}

const SECOND = 1000;

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import express from 'express';
import type { ErrorName } from '../interface/errors/catalogue.ts';
import { Refusal } from '../interface/errors/refusal.ts';

/**
 * Parses the request body, if there is one, as JSON. Refuses a body with other content, without a JSON content type, or
 * above the size limit.
 */
export async function parseBody(req: Request & WithBytes, res: Response): Promise<unknown> {
  if (req.method === 'GET') return undefined;
  try {
    if (!isDeclaredAsJson(req)) return await refuseContentType(req, res);
    if (isPlain(req)) req.body = readJson((req.bytes = await readBytes(req)));
    else await readWithExpress(parseJson, req, res);
  } catch (error) {
    throw toRefusal(error as BodyError);
  }
  // Each value takes two characters.
  if ((req.bytes?.length ?? Infinity) > 2 * MAX_VALUES) refuseTooManyValues(req.body);
  return req.body;
}

interface WithBytes {
  bytes?: Buffer;
}

/** Returns the body's bytes, JSON or other text; null without a body, and for a body refused unread. */
export function bodyOf(req: Request & WithBytes): Buffer | null {
  return req.bytes ?? null;
}

interface BodyError extends Error {
  type?: string;
  /** Status of the response; present if the caller is at fault. */
  status?: number;
}

/** The validator compiles its schemas again for every new parameter of this header, so it receives none. */
function isDeclaredAsJson({ headers }: Request): boolean {
  if (!isJsonInUtf8(headers['content-type'] ?? '')) return false;
  headers['content-type'] = 'application/json';
  return true;
}

/** Reads the body first, for the journal: the text shows the client's content instead of JSON. */
async function refuseContentType(req: Request & WithBytes, res: Response): Promise<never> {
  const header = req.headers['content-type'];
  await readWithExpress(keepText, req, res).catch(() => undefined);
  throw new Refusal('unsupported_content_type', [
    {
      path: 'header/content-type',
      message:
        `Content-Type is ${header ? `"${header.slice(0, 64)}"` : 'missing'}; send "Content-Type: ` +
        'application/json"',
    },
  ]);
}

/** Parameters other than the character set do not concern JSON, and are accepted. */
function isJsonInUtf8(contentType: string): boolean {
  const [mediaType, ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charsets = parameters.filter((parameter) => /^charset\s*=/.test(parameter));
  return mediaType === 'application/json' && charsets.every((charset) => /^charset\s*=\s*"?utf-?8"?$/.test(charset));
}

/**
 * True if the body only has to be read: it is not compressed, its length is known and small, and the client is
 * connected.
 */
function isPlain({ headers, readable }: Request): boolean {
  const length = Number(headers['content-length']);
  return length > 0 && length <= MAX_BYTES && headers['content-encoding'] === undefined && readable;
}

/** The complete body of a request. Rejects when the client goes away before its end. */
function readBytes(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => resolve(joined(chunks)));
    req.on('error', reject);
  });
}

function joined([first, ...rest]: readonly Buffer[]): Buffer {
  return first && rest.length === 0 ? first : Buffer.concat(first ? [first, ...rest] : []);
}

/** The parser would replace bytes that are not UTF-8. */
function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw Object.assign(new Error(NO_UTF8), { type: 'entity.verify.failed' });
  const text = bytes.toString();
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch (error) {
    throw Object.assign(error as Error, { type: 'entity.parse.failed' });
  }
}

/** The Express parser reads the rest: compressed bodies, bodies without a length, and empty ones. */
function readWithExpress(read: typeof parseJson, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    read(req, res, (error?: unknown) => (error instanceof Error ? reject(error) : resolve()));
  });
}

function toRefusal(error: BodyError): Error {
  if (error instanceof Refusal) return error;
  const name = TRIES[error.type ?? ''] ?? (isCallersFault(error) ? 'malformed_json' : undefined);
  if (!name) return error;
  const details =
    name === 'malformed_json'
      ? [{ path: '', message: `The body is not valid JSON: ${error.message.slice(0, 200)}` }]
      : [];
  return new Refusal(name, details);
}

/** True for a body that cannot be unpacked, for example; false if the client has disconnected. */
function isCallersFault({ status, type }: BodyError): boolean {
  return status === 400 && type !== 'request.aborted';
}

/**
 * Validation time grows with the square of the violations: a megabyte has room for over 100,000, which would delay all
 * other requests for minutes.
 */
function refuseTooManyValues(body: unknown): void {
  const values: unknown[] = [body];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (values.length + inner.length > MAX_VALUES) {
      throw new Refusal('invalid_request', [
        {
          path: '',
          message: `The body has more than ${MAX_VALUES} values, the maximum for a request`,
        },
      ]);
    }
    values.push(...inner);
  }
}

/** The largest possible order, with every document and account, has some 1900 values. */
const MAX_VALUES = 2500;
const MAX_BYTES = 1024 * 1024;
const NO_UTF8 = 'it is not encoded in UTF-8';
const BYTE_ORDER_MARK = '\uFEFF';

const parseJson = express.json({
  limit: MAX_BYTES,
  type: () => true,
  // `null` and `5` are JSON, but the interface does not accept them: the validator reports this better than the parser.
  strict: false,
  verify: (req: Request & WithBytes, _res, bytes) => {
    req.bytes = bytes;
    if (!isUtf8(bytes)) throw new Error(NO_UTF8);
  },
});

const keepText = express.raw({
  limit: MAX_BYTES,
  type: () => true,
  verify: (req: Request & WithBytes, _res, bytes) => {
    if (bytes.length > 0 && isUtf8(bytes)) req.bytes = bytes;
  },
});

const TRIES: Record<string, ErrorName> = {
  'entity.parse.failed': 'malformed_json',
  'entity.verify.failed': 'malformed_json',
  'entity.too.large': 'payload_too_large',
  'encoding.unsupported': 'unsupported_content_encoding',
  'charset.unsupported': 'unsupported_content_type',
  'request.size.invalid': 'malformed_json',
};

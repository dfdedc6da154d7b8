import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { Refusal } from '../../interface/errors/refusal.ts';

/** Limits for size and shape, so that no body exhausts the memory. */
export const UPLOAD_LIMITS = { bytes: 64 * 1024 * 1024, depth: 12, openings: 1_000_000, separators: 16_000_000 };

/**
 * Reads a JSON body, which may be larger than those of the service, in pieces, and reports the bytes of each piece.
 * Refuses with `unsupported_content_type`, `import_too_large` or `import_damaged`, as early as possible.
 */
export async function readUpload(req: Request, onBytes: OnBytes): Promise<Buffer[]> {
  refuseOtherTypes(req);
  if (Number(req.headers['content-length'] ?? 0) > UPLOAD_LIMITS.bytes) throw tooLarge();
  const chunks: Buffer[] = [];
  const shape = { depth: 0, openings: 0, separators: 0, inText: false, escaped: false };
  let bytes = 0;
  // The rest of a refused body is discarded: destroying it would close the connection before the response is sent.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > UPLOAD_LIMITS.bytes) throw tooLarge();
    onBytes(chunk.length);
    scan(shape, chunk);
    chunks.push(chunk);
  }
  return chunks;
}

export type OnBytes = (bytes: number) => void;

/** The text of a complete body. Refuses with `import_damaged`. */
export function textOf(pieces: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(pieces);
  if (!isUtf8(bytes)) throw damaged('it is not encoded in UTF-8');
  return bytes.toString();
}

function refuseOtherTypes({ headers }: Request): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw unsupported(
      `Content-Type is ${type ? `"${type.slice(0, 64)}"` : 'missing'}; send "Content-Type: application/json"`,
    );
  if (encoding.toLowerCase() !== 'identity')
    throw unsupported(`Content-Encoding is "${encoding.slice(0, 64)}"; send the file as it is, uncompressed`);
}

function unsupported(message: string): Refusal {
  return new Refusal('unsupported_content_type', [{ path: 'header/content-type', message }]);
}

/** Counts nesting and values before a parser creates objects for them. */
function scan(
  shape: { depth: number; openings: number; separators: number; inText: boolean; escaped: boolean },
  chunk: Buffer,
): void {
  let { depth, openings, separators, inText, escaped } = shape;
  for (let i = 0; i < chunk.length; i++) {
    const byte = chunk[i];
    if (inText) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COMMA) separators += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      openings += 1;
      depth += 1;
      if (depth > UPLOAD_LIMITS.depth) throw damaged(`it goes more than ${UPLOAD_LIMITS.depth} levels deep`);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
  }
  if (openings > UPLOAD_LIMITS.openings || separators > UPLOAD_LIMITS.separators)
    throw damaged('it has too many values for its size');
  Object.assign(shape, { depth, openings, separators, inText, escaped });
}

function tooLarge(): Refusal {
  return new Refusal('import_too_large');
}

/** Returns the refusal for a file that differs from its export. `why` is a clause. */
export function damaged(why: string): Refusal {
  return new Refusal('import_damaged', [
    {
      path: '',
      message:
        `The file differs from its export: ${why}. ` +
        'Export the profile again, and send the file unchanged and whole (curl --data-binary @file)',
    },
  ]);
}

const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY] = [
  '"',
  '\\',
  ',',
  '{',
  '[',
  '}',
  ']',
].map((character) => character.charCodeAt(0));

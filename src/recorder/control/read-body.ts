import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../base/values/kinds.ts';
import { ControlError } from './control-error.ts';

/** The JSON object that a request sends. Throws ControlError for anything else. */
export async function readBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of req as AsyncIterable<Buffer>) {
    if ((bytes += piece.length) > MOST_BYTES) throw new ControlError(413, 'body_too_large', 'The body is too large');
    pieces.push(piece);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString());
    if (isRecord(value)) return value;
  } catch {
    throw new ControlError(400, 'invalid_json', 'The body is not JSON; send {"scenario": "502-after-commit"}');
  }
  throw new ControlError(400, 'invalid_request', 'The body is no object; send {"scenario": "502-after-commit"}');
}

const MOST_BYTES = 64_000;

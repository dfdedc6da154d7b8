import express from 'express';
import type { Request, Response } from 'express';
import type { ErrorName } from '../../errors/catalogue.ts';
import { Refusal } from '../../errors/refusal.ts';

/** Reads the body of a request that has one as JSON. Refuses what is not JSON, not declared as JSON, or too large. */
export async function parseBody(req: Request, res: Response): Promise<void> {
  if (req.method === 'GET') return;
  normaliseContentType(req);
  try {
    await new Promise<void>((resolve, reject) => {
      parseJson(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
  } catch (error) {
    throw toRefusal(error as BodyError);
  }
}

interface BodyError extends Error {
  type?: string;
}

/** The validator compiles anew for every parameter that it meets in this header: leave it none. */
function normaliseContentType(req: Request): void {
  const mediaType = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Refusal('unsupported_content_type', [{
      path: 'header/content-type',
      message: `Content-Type is ${mediaType ? `"${mediaType.slice(0, 64)}"` : 'missing'}; send "Content-Type: application/json"`,
    }]);
  }
  req.headers['content-type'] = 'application/json';
}

function toRefusal(error: BodyError): Error {
  const name = REFUSALS[error.type ?? ''];
  if (!name) return error;
  const details = name === 'malformed_json' ? [{ path: '', message: `The body is not valid JSON: ${error.message.slice(0, 200)}` }] : [];
  return new Refusal(name, details);
}

const parseJson = express.json({ limit: '1mb', type: () => true });

const REFUSALS: Record<string, ErrorName> = {
  'entity.parse.failed': 'malformed_json',
  'entity.too.large': 'payload_too_large',
  'encoding.unsupported': 'unsupported_content_type',
  'charset.unsupported': 'unsupported_content_type',
  'request.size.invalid': 'malformed_json',
};

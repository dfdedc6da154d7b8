import type { Request } from 'express';

/** The page that the query asks for, whose form the spec has checked. */
export function readPage({ query }: Request): { after: string; limit: number } {
  return { after: String(query['after'] ?? ''), limit: Number(query['limit'] ?? 50) };
}

import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../../interface/errors/refusal.ts';

/** Middleware that refuses a request of HTTP/1.1 without the header Host, which HTTP requires. */
export function refuseMissingHost(req: Request, _res: Response, next: NextFunction): void {
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return next();
  const message = 'The Host header is missing; HTTP/1.1 requires it';
  next(new Refusal('invalid_request', [{ path: 'header/host', message }]));
}

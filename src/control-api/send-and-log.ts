import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Ending } from '../exchange/exchange.ts';
import type { Exchange, Sent } from '../http/exchange.ts';
import { endExchange, openExchange } from '../http/exchange.ts';
import { logExchange } from '../http/log-exchange.ts';
import { unsupportedMethod } from '../http/refuse-address.ts';
import { renderError } from '../http/render-error.ts';
import type { Rendered } from '../http/send-response.ts';
import { headersOf, sendResponse } from '../http/send-response.ts';
import type { ControlServices } from './control-services.ts';

/** Sends a control API response and logs its exchange. Neither journal nor judge see these exchanges. */
export function sendAndLog(service: ControlServices, exchange: Exchange, response: Rendered): void {
  endAndLog(service, exchange, sendResponse(exchange, response));
}

/** Ends a control API exchange, with its response or without one, and logs it. */
export function endAndLog(service: ControlServices, exchange: Exchange, sent: Sent | Ending | undefined): void {
  const ended = endExchange(service, exchange, sent);
  if (ended) logExchange(service, ended);
}

/** Refuses a request for an unknown control API operation. */
export function refuse(
  service: ControlServices,
  error: unknown,
  req: Request,
  res: Response,
  headers: Record<string, string> = {},
): void {
  const exchange = openExchange(service, req, res);
  sendAndLog(service, exchange, { ...renderError(service, exchange, error), headers });
}

/** Refuses a method that an address does not support. `allow` names the supported ones. */
export function refuseMethod(services: ControlServices, allow: string, req: Request, res: Response): void {
  refuse(services, unsupportedMethod(req, allow), req, res, { Allow: allow });
}

/** Begins a stream; its exchange is logged once the client closes it. */
export function sendStream(service: ControlServices, exchange: Exchange, stream: (res: Response) => void): void {
  exchange.res.setHeader('X-Request-Id', exchange.requestId);
  stream(exchange.res);
  exchange.res.once('close', () => endAndLog(service, exchange, { ...COMPLETE, status: 200, headers: {} }));
}

interface File {
  pieces: readonly Buffer[];
  mediaType: string;
  fileName: string;
}

/** Sends a file for download, as fast as the client reads it. Resolves once it is sent, or the client is gone. */
export async function sendFile(
  service: ControlServices,
  exchange: Exchange,
  { pieces, mediaType, fileName }: File,
): Promise<void> {
  const { res } = exchange;
  const headers = {
    ...headersOf(
      exchange,
      pieces.reduce((bytes, { length }) => bytes + length, 0),
    ),
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  };
  res.sendDate = false;
  res.writeHead(200, headers);
  const sent = await pipeline(Readable.from(pieces), res).then(
    () => true,
    () => false,
  );
  endAndLog(service, exchange, sent ? { ...COMPLETE, status: 200, headers } : 'client-gone');
}

/** A complete response, without the body, which no code reads. */
export const COMPLETE = { body: null, isWhole: true, ending: 'answered' } as const;

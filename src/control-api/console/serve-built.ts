import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Express, Request } from 'express';
import { packageFile } from '../../base/package-root.ts';
import type { Exchange } from '../../http/exchange.ts';
import { openExchange } from '../../http/exchange.ts';
import { refuseMethod } from '../../http/refuse-address.ts';
import { renderError } from '../../http/render-error.ts';
import { headersOf } from '../../http/send-response.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import { COMPLETE, endAndLog, sendAndLog } from '../send-and-log.ts';

/**
 * Serves a file of `dist-console/` at a path, under a Content-Security-Policy. A browser keeps it and asks each time
 * whether it has changed. One that ends in `.gz` is served as it is to those that accept it.
 */
export function serveBuilt(app: Express, service: Service, path: string, file: string, policy: string): void {
  app.get(path, async (req, res) => {
    const exchange = openExchange(service, req, res);
    try {
      const content = await readBuilt(file);
      const isPacked = file.endsWith('.gz');
      const isUnpacked = isPacked && !req.acceptsEncodings('gzip');
      send(service, exchange, isUnpacked ? await unpack(content) : content, {
        'Content-Type': `${MEDIA_TYPES[extname(file.replace(/\.gz$/, ''))]}; charset=utf-8`,
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        ...(isPacked && { Vary: 'Accept-Encoding' }),
        ...(isPacked && !isUnpacked && { 'Content-Encoding': 'gzip' }),
      });
    } catch (error) {
      sendAndLog(service, exchange, renderError(service, exchange, error));
    }
  });
  app.all(path, (req, res) => refuseMethod(service, 'GET', req, res));
}

/** Throws `console_not_built` in a clone that was installed without its scripts. */
async function readBuilt(file: string): Promise<Buffer> {
  return readFile(packageFile(`dist-console/${file}`)).catch(() => {
    throw new Refusal('console_not_built');
  });
}

function send(service: Service, exchange: Exchange, content: Buffer, headers: Record<string, string>): void {
  const { req, res } = exchange;
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const isKept = isSame(req, etag);
  const { 'Content-Length': length, ...rest } = headersOf(exchange, content.length);
  const all = { ...rest, ...headers, 'Cache-Control': 'no-cache', ETag: etag };
  const status = isKept ? 304 : 200;
  res.sendDate = false;
  res.writeHead(status, isKept ? all : { ...all, 'Content-Length': length });
  res.end(isKept ? undefined : content);
  endAndLog(service, exchange, { ...COMPLETE, status, headers: all });
}

function isSame({ headers }: Request, etag: string): boolean {
  return headers['if-none-match']?.includes(etag) ?? false;
}

const unpack = promisify(gunzip);
const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { IRouter, Request } from 'express';
import { packageFile } from '../base/package-root.ts';
import type { Exchange } from '../http/exchange.ts';
import { openExchange } from '../http/exchange.ts';
import { renderError } from '../http/render-error.ts';
import { headersOf } from '../http/send-response.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { Service } from '../service.ts';
import { COMPLETE, endAndLog, refuseMethod, sendAndLog } from './send-and-log.ts';

/**
 * Serves two pages with their files: the console at `/_sandbox/console`, and the API reference at `/_sandbox/docs`.
 * They contain no profile data, so they need no credentials; the control API has its own guard.
 */
export function serveConsole(app: IRouter, service: Service): void {
  servePage(
    app,
    service,
    'console',
    'index.html',
    ['console.js.gz', 'later-views.js.gz', 'console.css.gz', 'icon.svg'],
    CONSOLE_POLICY,
  );
  servePage(app, service, 'docs', 'docs.html', ['docs.js.gz', 'scalar.js.gz'], DOCS_POLICY);
}

/** Serves a page at its name, and the files below it. */
function servePage(
  app: IRouter,
  service: Service,
  name: string,
  page: string,
  files: readonly string[],
  policy: string,
): void {
  const address = `/_sandbox/${name}`;
  serveBuilt(app, service, address, page, policy);
  for (const file of files) serveBuilt(app, service, `${address}/${file.replace(/\.gz$/, '')}`, file, policy);
  app.get(`${address}/`, (_req, res) => res.redirect(308, `../${name}`));
}

/** Allows nothing from other origins, nothing inline, and no framing by other pages. */
const CONSOLE_POLICY = policyOf("style-src 'self'");
/** Scalar writes its style sheets into the page. */
const DOCS_POLICY = policyOf("style-src 'unsafe-inline'");

function policyOf(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    styles,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Serves a file from `dist-console/` at a path, under a Content-Security-Policy. A browser caches it and revalidates it
 * each time. A file with the suffix `.gz` is served as it is to clients that accept gzip.
 */
function serveBuilt(app: IRouter, service: Service, path: string, file: string, policy: string): void {
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

/** Throws `console_not_built` in a clone installed without its scripts. */
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

import type { Express } from 'express';
import type { Service } from '../../service.ts';
import { serveBuilt } from './serve-built.ts';

/**
 * Serves two pages with what belongs to each: the console at `/_sandbox/console`, and the API reference at
 * `/_sandbox/docs`. They hold nothing of any profile, so they need no credentials; the control API that they call has
 * its own guard.
 */
export function serveConsole(app: Express, service: Service): void {
  servePage(app, service, 'console', 'index.html', ['console.js', 'console.css', 'icon.svg'], CONSOLE_POLICY);
  servePage(app, service, 'docs', 'docs.html', ['docs.js', 'scalar.js.gz'], DOCS_POLICY);
}

/** The page at its name, and the files below it. */
function servePage(
  app: Express,
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

/** Nothing from elsewhere, nothing inline, and no page may show it in a frame. */
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

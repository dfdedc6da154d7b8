import { Worker } from 'node:worker_threads';
import type { IRouter, Request } from 'express';
import type { OpenAPIV3 } from 'openapi-types';
import { packageModule } from '../../base/package-root.ts';
import { openExchange } from '../../http/exchange.ts';
import { renderError } from '../../http/render-error.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { shiftExamples } from '../../interface/openapi/shift-examples.ts';
import { toOpenApi30 } from '../../interface/openapi/to-openapi-30.ts';
import type { Service } from '../../service.ts';
import type { ControlServices } from '../control-services.ts';
import { refuseMethod, sendAndLog } from '../send-and-log.ts';

/** Serves a sandbox's `GET /`: a page for browsers, and an address list for other clients. */
export function serveIndexPage(app: IRouter, service: Service): void {
  sendBrowsersToConsole(app);
  serveText(app, service, '/', 'text/plain', () => renderIndexPage(service));
}

/**
 * Serves interfaces as documents under `/_sandbox`, by name, each in OpenAPI 3.1 and 3.0, without credentials. Each is
 * rendered once, at its first request. It names the requested address as its server, and the dates in its examples
 * follow the clock: every example can be sent.
 */
export function serveDocuments(app: IRouter, services: ControlServices, documents: Record<string, () => Spec>): void {
  for (const [name, document] of Object.entries(documents)) {
    serveEdition(app, services, name, document, (one) => one);
    serveEdition(app, services, `${name}-3.0`, document, toOpenApi30);
  }
}

/** A client that asks for HTML by name is a browser; curl and other clients get the address list. */
function sendBrowsersToConsole(app: IRouter): void {
  app.get('/', (req, res, next) => {
    res.vary('Accept');
    if (req.accepts(['text/plain', 'text/html']) === 'text/html') res.redirect(302, '_sandbox/console');
    else next();
  });
}

function serveEdition(
  app: IRouter,
  service: ControlServices,
  name: string,
  document: () => Spec,
  convert: (document: Spec) => Spec | OpenAPIV3.Document,
): void {
  const served = () => convert({ ...document(), servers: [{ url: ADDRESS, description: 'This sandbox' }] });
  serveText(app, service, `/_sandbox/${name}.json`, 'application/json', () => JSON.stringify(served()));
  serveText(app, service, `/_sandbox/${name}.yaml`, 'application/yaml', () => renderYaml(served()));
  app.all([`/_sandbox/${name}.json`, `/_sandbox/${name}.yaml`], (req, res) => refuseMethod(service, 'GET', req, res));
}

function serveText(
  app: IRouter,
  service: ControlServices,
  path: string,
  mediaType: string,
  render: () => string | Promise<string>,
): void {
  let rendered: Promise<string> | undefined;
  app.get(path, async (req, res) => {
    const exchange = openExchange(service, req, res);
    try {
      rendered ??= Promise.resolve(render());
      const text = shiftExamples(
        (await rendered).replace(ADDRESS, () => addressOf(req)),
        service.clock.now(),
      );
      const headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
      sendAndLog(service, exchange, { status: 200, body: Buffer.from(text), headers });
    } catch (error) {
      rendered = undefined;
      sendAndLog(service, exchange, renderError(service, exchange, error));
    }
  });
}

/**
 * Returns the request's address: scheme, host, port and the base path from a surrounding app or reverse proxy. Proxy
 * headers are trusted here, because they can mislead only their own sender. An invalid address is ignored: it would
 * make the document invalid.
 */
function addressOf(req: Request): string {
  const host = req.get('Host') ?? '';
  const [sentScheme, sentHost, prefix = ''] = ['Proto', 'Host', 'Prefix'].map((part) => req.get(`X-Forwarded-${part}`));
  const forwarded = `${sentScheme ?? req.protocol}://${sentHost ?? host}${prefix}${req.baseUrl}`;
  const direct = `${req.protocol}://${host}${req.baseUrl}`;
  return [forwarded, direct].find((url) => ADDRESS_FORM.test(url)) ?? DEFAULT_ADDRESS;
}

/** Placeholder for the address in a rendered document. */
const ADDRESS = 'http://address.invalid';
/** Needs no quotes in YAML and no escapes in JSON. */
const ADDRESS_FORM = /^https?:\/\/(?:[\w.-]+|\[[\d:a-f.]+\])(?::\d+)?(?:\/[\w./~%@+-]*)?$/i;
/** For a request without a host, allowed in HTTP/1.0. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:4010';

/** Renders the page at `GET /`, plain text: this server's operations. */
function renderIndexPage({ spec, control, scenarios }: Service): string {
  return [
    'taxiway: the sandbox of the flight and transfer booking service',
    '',
    ...table(listOperations(spec).map(({ method, path, operationId }) => [method, path, operationId])),
    '',
    'Add ?scenario=<name> or the header X-Sandbox-Scenario to a call to select a scenario: ' +
      [...scenarios.keys()].join(', '),
    '',
    ...table([
      ...DOCUMENTS.map(([path, text]): Line => ['get', path, text]),
      ...listOperations<string>(control.spec).map(({ method, path, description }): Line => [
        method,
        path,
        description.summary ?? '',
      ]),
    ]),
    '',
  ].join('\n');
}

type Line = [method: string, path: string, text: string];

function table(lines: Line[]): string[] {
  const width = Math.max(...lines.map(([, path]) => path.length));
  return lines.map(([method, path, text]) => `  ${method.toUpperCase().padEnd(6)}  ${path.padEnd(width)}  ${text}`);
}

const DOCUMENTS = [
  ['/_sandbox/openapi.json', 'The interface as this sandbox serves it (.yaml too)'],
  ['/_sandbox/interface.json', 'The interface without the parts of the sandbox (.yaml too)'],
  ['/_sandbox/control-api.json', 'The control API under /_sandbox (.yaml too)'],
  ['/_sandbox/openapi-3.0.json', 'The first of these in OpenAPI 3.0; the other two have this edition too'],
] as const;

/** Renders a document as YAML, in a thread: it takes too long for one turn of the event loop. */
function renderYaml(document: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(packageModule('src/control-api/documents/document-thread'), {
      workerData: document,
      execArgv: [],
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread ended without a result')));
  });
}

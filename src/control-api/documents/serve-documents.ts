import type { Express, Request } from 'express';
import type { OpenAPIV3 } from 'openapi-types';
import { Lru } from '../../base/lru.ts';
import { openExchange } from '../../http/exchange.ts';
import { renderError } from '../../http/render-error.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { toOpenApi30 } from '../../interface/openapi/to-openapi-30.ts';
import type { Service } from '../../service.ts';
import type { ControlServices } from '../control-services.ts';
import { refuseMethod, sendAndLog } from '../send-and-log.ts';
import { renderYaml } from './in-thread.ts';

/** Serves `GET /` of a sandbox: a page for browsers, and a list of addresses for other clients. */
export function serveIndexPage(app: Express, service: Service): void {
  sendBrowsersToConsole(app);
  serveText(app, service, '/', 'text/plain', () => renderIndexPage(service));
}

/**
 * Serves interfaces as documents under `/_sandbox`, by name, each in OpenAPI 3.1 and 3.0. They need no credentials.
 * Each is rendered once for each address by which it is requested, which it names as its server.
 */
export function serveDocuments(app: Express, services: ControlServices, documents: Record<string, Spec>): void {
  for (const [name, document] of Object.entries(documents)) {
    serveEdition(app, services, name, document, (one) => one);
    serveEdition(app, services, `${name}-3.0`, document, toOpenApi30);
  }
}

/** Who asks for HTML by its name is a person with a browser; curl and clients get the list of addresses. */
function sendBrowsersToConsole(app: Express): void {
  app.get('/', (req, res, next) => {
    res.vary('Accept');
    if (req.accepts(['text/plain', 'text/html']) === 'text/html') res.redirect(302, '_sandbox/console');
    else next();
  });
}

function serveEdition(
  app: Express,
  service: ControlServices,
  name: string,
  document: Spec,
  convert: (document: Spec) => Spec | OpenAPIV3.Document,
): void {
  const servedAt = (url: string) => convert({ ...document, servers: [{ url, description: 'This sandbox' }] });
  serveText(app, service, `/_sandbox/${name}.json`, 'application/json', (url) => JSON.stringify(servedAt(url)));
  serveText(app, service, `/_sandbox/${name}.yaml`, 'application/yaml', (url) => renderYaml(servedAt(url)));
  app.all([`/_sandbox/${name}.json`, `/_sandbox/${name}.yaml`], (req, res) => refuseMethod(service, 'GET', req, res));
}

function serveText(
  app: Express,
  service: ControlServices,
  path: string,
  mediaType: string,
  render: (baseUrl: string) => string | Promise<string>,
): void {
  const rendered = new Lru<Promise<string>>(ADDRESSES);
  app.get(path, async (req, res) => {
    const exchange = openExchange(service, req, res);
    const url = baseUrlOf(req);
    try {
      const text = await rendered.getOrCreate(url, () => Promise.resolve(render(url)));
      const headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
      sendAndLog(service, exchange, { status: 200, text, headers });
    } catch (error) {
      rendered.delete(url);
      sendAndLog(service, exchange, renderError(service, exchange, error));
    }
  });
}

/**
 * The address by which a client called: scheme, host, port and the path below which another app or a reverse proxy has
 * the sandbox. What a proxy says is believed here, where it can mislead only the client that sent it.
 */
function baseUrlOf(req: Request): string {
  const scheme = req.get('X-Forwarded-Proto') ?? req.protocol;
  const host = req.get('X-Forwarded-Host') ?? req.get('Host') ?? DEFAULT_HOST;
  return `${scheme}://${host}${req.get('X-Forwarded-Prefix') ?? ''}${req.baseUrl}`;
}

/** Of a request of HTTP/1.0, which need not name one. */
const DEFAULT_HOST = '127.0.0.1:4010';
/** One sandbox is called by few names. */
const ADDRESSES = 4;

/** The page at `GET /`, plain text: which operations this server has. */
function renderIndexPage({ spec, control, scenarios }: Service): string {
  return [
    'taxiway: the sandbox of the flight and transfer booking service',
    '',
    ...table(listOperations(spec).map(({ method, path, operationId }) => [method, path, operationId])),
    '',
    'Add ?scenario=<name> or the header X-Sandbox-Scenario to a call to put your client into a situation: ' +
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
  ['/_sandbox/interface.json', 'The interface without what only the sandbox has (.yaml too)'],
  ['/_sandbox/control-api.json', 'All that lies under /_sandbox (.yaml too)'],
  ['/_sandbox/openapi-3.0.json', 'The first of these in OpenAPI 3.0; the other two likewise'],
] as const;

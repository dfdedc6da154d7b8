import type { Express } from 'express';
import { openExchange } from '../../http/exchange.ts';
import { refuseMethod } from '../../http/refuse-method.ts';
import { renderError } from '../../http/render-error.ts';
import { sendResponse } from '../../http/send-response.ts';
import type { Spec } from '../../openapi/load-spec.ts';
import type { Service } from '../../service.ts';
import { renderIndexPage } from './index-page.ts';
import { renderYaml } from './render-yaml.ts';

/**
 * Serves what needs no credentials: `GET /` for people, and the interfaces as documents (of the service as documented
 * and as the sandbox serves it, and of the control API). Each is rendered once, at its first request.
 */
export function serveDocuments(app: Express, service: Service): void {
  serveText(app, service, '/', 'text/plain', () => renderIndexPage(service));
  serveDocument(app, service, 'openapi', service.sandboxSpec);
  serveDocument(app, service, 'interface', service.spec);
  serveDocument(app, service, 'control-api', service.control.spec);
}

function serveDocument(app: Express, service: Service, name: string, document: Spec): void {
  serveText(app, service, `/_sandbox/${name}.json`, 'application/json', () =>
    JSON.stringify({ ...document, liveMode: service.config.liveMode }),
  );
  serveText(app, service, `/_sandbox/${name}.yaml`, 'application/yaml', () => renderYaml(document));
  app.all([`/_sandbox/${name}.json`, `/_sandbox/${name}.yaml`], (req, res) => refuseMethod(service, 'GET', req, res));
}

function serveText(
  app: Express,
  service: Service,
  path: string,
  mediaType: string,
  render: () => string | Promise<string>,
): void {
  let rendered: Promise<string> | undefined;
  app.get(path, async (req, res) => {
    const exchange = openExchange(service, req, res);
    try {
      rendered ??= Promise.resolve(render());
      sendResponse(service, exchange, 200, await rendered, { 'Content-Type': `${mediaType}; charset=utf-8` });
    } catch (error) {
      rendered = undefined;
      renderError(service, exchange, error);
    }
  });
}

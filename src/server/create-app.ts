import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';
import { mountControl } from '../control-api/mount-control.ts';
import { isOfService, refuseAddress, refuseMethod } from '../http/refuse-address.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import { listOperations, toRoute } from '../interface/openapi/operations.ts';
import type { Service } from '../service.ts';
import { flightOperations } from './operations/flights.ts';
import type { Operations } from './operations/operation.ts';
import { transferOperations } from './operations/transfers.ts';
import { allowPages } from './pipeline/cors.ts';
import { oneAfterTheOther } from './pipeline/one-after-the-other.ts';
import { serveOperation } from './serve-operation.ts';

export const operations: Operations = { ...flightOperations, ...transferOperations };

/** A sandbox's express app: every operation in the spec behind the one pipeline. `replace` is for tests. */
export function createApp(service: Service, replace = (own: Operations): Operations => own): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.use(oneAfterTheOther);
  app.use(refuseMissingHost);
  mountOperations(app, service, replace(operations));
  mountControl(app, service);
  refuseTheRest(app, service);
  return app;
}

/** Middleware that refuses an HTTP/1.1 request without the required Host header. */
function refuseMissingHost(req: Request, _res: Response, next: NextFunction): void {
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return next();
  const message = 'The Host header is missing; HTTP/1.1 requires it';
  next(new Refusal('invalid_request', [{ path: 'header/host', message }]));
}

function mountOperations(app: Express, service: Service, served: Operations): void {
  for (const { operationId, method, path } of listOperations(service.spec)) {
    const route = toRoute(path);
    const pages = allowPages(service, method.toUpperCase());
    // Express would serve HEAD as a GET without its body, and a HEAD would count as a read.
    if (method === 'get') app.head(route, pages, (req, res) => refuseMethod(service, 'GET', req, res));
    app[method](route, pages, serveOperation(service, served[operationId]));
  }
}

/** Wrong methods, unknown addresses and undecodable addresses get the common error body too. */
function refuseTheRest(app: Express, service: Service): void {
  for (const { method, path } of listOperations(service.spec)) {
    const allow = method.toUpperCase();
    app.all(toRoute(path), allowPages(service, allow), (req, res) => refuseMethod(service, allow, req, res));
  }
  const pages = allowPages(service, 'GET, POST');
  app.use((req, res, next) => (isOfService(req) ? pages(req, res, next) : next()));
  app.use((req: Request, res: Response) => {
    const message = `The address ${req.path.slice(0, 200)} does not exist; GET / lists the addresses of the service`;
    refuseAddress(service, new Refusal('not_found', [{ path: '', message }]), req, res);
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    refuseAddress(service, error instanceof URIError ? new Refusal('malformed_url') : error, req, res);
  });
}

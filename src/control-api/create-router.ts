import type { Router } from 'express';
import express from 'express';
import type { Service } from '../service.ts';
import { checkAccess } from './check-access.ts';
import { serveDocuments, serveIndexPage } from './documents/serve-documents.ts';
import { controlOperations } from './operations/operations.ts';
import { serveConsole } from './serve-console.ts';
import { serveControl } from './serve-control.ts';

/** Returns a router with the same path rules as the app of a sandbox. */
export function createRouter(service: Service): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  serveIndexPage(router, service);
  serveDocuments(router, service, {
    openapi: service.sandboxSpec,
    interface: () => service.spec,
    'control-api': () => service.control.spec,
  });
  serveConsole(router, service);
  serveControl(router, {
    services: service,
    operations: controlOperations,
    alternatives: {},
    authorize: (operation, req) => checkAccess(service, operation, req),
  });
  return router;
}

import type { Express } from 'express';
import type { Service } from '../service.ts';
import { checkAccess } from './check-access.ts';
import { serveDocuments, serveIndexPage } from './documents/serve-documents.ts';
import { controlOperations } from './operations/operations.ts';
import { serveConsole } from './serve-console.ts';
import { serveControl } from './serve-control.ts';

/** Serves what only the sandbox has: documents, the console, and the operations of control-api.yaml. */
export function mountControl(app: Express, service: Service): void {
  const { sandboxSpec: openapi, spec, control } = service;
  serveIndexPage(app, service);
  serveDocuments(app, service, { openapi, interface: spec, 'control-api': control.spec });
  serveConsole(app, service);
  serveControl(app, {
    services: service,
    operations: controlOperations,
    alternatives: {},
    authorize: (operation, req) => checkAccess(service, operation, req),
  });
}

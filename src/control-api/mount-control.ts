import type { Express, RequestHandler } from 'express';
import type { Service } from '../service.ts';
import { noteCall } from './note-call.ts';

/**
 * Serves the parts specific to the sandbox: documents, the console, and the operations in control-api.yaml. The first
 * request to such an address loads them, so that a start does not wait for them.
 */
export function mountControl(app: Express, service: Service): void {
  let router: RequestHandler | undefined;
  let loading: Promise<void> | undefined;
  const load = async () => {
    const [{ createRouter }] = await Promise.all([import('./create-router.ts'), service.control.loadChecks()]);
    router = createRouter(service);
  };
  app.use((req, res, next) => {
    if (!isControl(req.path)) return next();
    noteCall(service, req, res);
    if (router) return void router(req, res, next);
    loading ??= load();
    service.underway.add(req);
    const served = loading.then(
      () => router?.(req, res, next),
      (error: unknown) => {
        // The next request tries again.
        loading = undefined;
        next(error);
      },
    );
    void served.finally(() => service.underway.delete(req));
  });
}

function isControl(path: string): boolean {
  return path === '/' || path.startsWith('/_sandbox');
}

import type { Express, RequestHandler } from 'express';
import type { Service } from '../service.ts';
import { noteCall } from './note-call.ts';

/**
 * Serves the parts specific to the sandbox: documents, the console, and the operations in control-api.yaml. The first
 * request to such an address loads them, so that a start does not wait for them.
 */
export function mountControl(app: Express, service: Service): void {
  let loading: Promise<RequestHandler> | undefined;
  const load = async () => {
    const [{ createRouter }] = await Promise.all([import('./create-router.ts'), service.control.loadChecks()]);
    return createRouter(service);
  };
  app.use((req, res, next) => {
    if (!isControl(req.path)) return next();
    loading ??= load();
    // The next request repeats the attempt.
    loading.catch(() => (loading = undefined));
    service.underway.add(req);
    void Promise.all([loading, noteCall(service, req, res)])
      .then(([router]) => router(req, res, next), next)
      .finally(() => service.underway.delete(req));
  });
}

function isControl(path: string): boolean {
  return path === '/' || path.startsWith('/_sandbox');
}

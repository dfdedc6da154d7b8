import type { NextFunction, Request, Response } from 'express';
import { isLoopbackOrigin } from '../../http/refuse-foreign-host.ts';
import { toHttpDate } from '../../http/send-response.ts';
import type { Service } from '../../service.ts';

/**
 * Service middleware: lets a page from this machine read any response, and responds to its preflight. `methods` is a
 * list for the header. Requests without an Origin, and with other origins, pass unchanged. A preflight does not count
 * as a call: it draws no id, and neither journal nor judge see it, so results do not depend on preflights.
 */
export function allowPages(service: Service, methods: string) {
  const { serviceIdHeader } = service.config;
  return (req: Request, res: Response, next: NextFunction): void => {
    const { origin } = req.headers;
    if (!service.config.cors || origin === undefined || !isLoopbackOrigin(origin)) return next();
    res.setHeader('Access-Control-Allow-Origin', origin);
    // A page may send cookies (`credentials: 'include'`). The sandbox reads none.
    res.setHeader('Access-Control-Allow-Credentials', 'true');
    res.setHeader('Vary', 'Origin');
    if (!isPreflight(req)) {
      res.setHeader('Access-Control-Expose-Headers', EXPOSED);
      return next();
    }
    service.log.debug({ method: 'OPTIONS', path: req.path, origin, status: 204 });
    res.sendDate = false;
    res.writeHead(204, {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': allowedHeaders(req, serviceIdHeader),
      'Access-Control-Max-Age': MAX_AGE_SECONDS,
      Date: toHttpDate(service.clock.now()),
    });
    res.end();
  };
}

/**
 * Includes the client's own headers, such as for tracing, by their names: with credentials, browsers treat a star as a
 * name.
 */
function allowedHeaders({ headers }: Request, serviceIdHeader: string): string {
  const requested = headers['access-control-request-headers'] ?? [];
  const own = ['Authorization', serviceIdHeader, 'Content-Type', 'X-Sandbox-Scenario'];
  return [...own, ...String(requested).split(',')]
    .map((name) => name.trim())
    .filter(isToken)
    .join(', ');
}

function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

const EXPOSED = [
  'X-Request-Id',
  'X-Sandbox-Scenario',
  'X-Sandbox-Scenario-From',
  'X-Sandbox-Scenario-Idle',
  'Date',
  'Allow',
  'Retry-After',
].join(', ');
/** Short, because another sandbox may listen on the same port soon. */
const MAX_AGE_SECONDS = 600;

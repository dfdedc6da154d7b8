import type { NextFunction, Request, Response } from 'express';
import { isLoopbackOrigin } from '../../http/refuse-foreign-host.ts';
import { toHttpDate } from '../../http/send-response.ts';
import type { Service } from '../../service.ts';

/**
 * Middleware of an operation of the service: lets a page of this machine read the response, whatever it is, and
 * responds to its preflight. Requests without an Origin, and those of other origins, pass unchanged. A preflight is no
 * call: it draws no id, and neither journal nor judge see it, so it makes no difference whether a browser sends one.
 */
export function allowPages(service: Service, method: string) {
  const allowed = allowedHeaders(service.config.serviceIdHeader);
  return (req: Request, res: Response, next: NextFunction): void => {
    const { origin } = req.headers;
    if (!service.config.cors || origin === undefined || !isLoopbackOrigin(origin)) return next();
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Vary', 'Origin');
    if (!isPreflight(req)) {
      res.setHeader('Access-Control-Expose-Headers', EXPOSED);
      return next();
    }
    service.log.debug({ method: 'OPTIONS', path: req.path, origin, status: 204 });
    res.sendDate = false;
    res.writeHead(204, {
      'Access-Control-Allow-Methods': method,
      'Access-Control-Allow-Headers': allowed,
      'Access-Control-Max-Age': MAX_AGE_SECONDS,
      Date: toHttpDate(service.clock.now()),
    });
    res.end();
  };
}

/** The star is for headers of the client's own, as of tracing; no browser takes it for Authorization. */
function allowedHeaders(serviceIdHeader: string): string {
  return ['Authorization', serviceIdHeader, 'Content-Type', 'X-Sandbox-Scenario', '*'].join(', ');
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

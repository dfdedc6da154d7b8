import type { Request, Response } from 'express';
import express from 'express';
import type { OperationId } from '../../src/interface/api.ts';
import type { RequestContext } from '../../src/request-context.ts';
import type { Domain, Input, Operation, Output } from '../../src/server/operations/operation.ts';
import type { Service } from '../../src/service.ts';
import type { Plant } from './now-and-then.ts';
import { nowAndThen, through, throughRequest } from './now-and-then.ts';
import type { Wire } from './wire.ts';

/** A response on the wire. */
export interface WireResponse {
  status: number;
  headers: Record<string, string | number>;
  /** The parsed body; undefined when it is not JSON. */
  body: Wire;
}

/**
 * Changes responses before they are sent, errors too. `change` alters the response in place, or returns another one.
 */
export function alterResponses(
  change: (response: WireResponse, request: { method: string; path: string }) => WireResponse | void,
): Plant {
  return nowAndThen((gate) =>
    beforeTheApp((req, res) => {
      const original = { writeHead: res.writeHead.bind(res), end: res.end.bind(res) };
      let head: { status: number; headers: Record<string, string | number> } | undefined;
      const writeHead = (status: number, headers: Record<string, string | number> = {}) => {
        head = { status, headers };
        return res;
      };
      const end = (payload?: Buffer) => {
        Object.assign(res, original);
        if (!head) return res.end(payload);
        const response: WireResponse = { ...head, body: parse(payload) };
        const request = { method: req.method, path: req.path };
        const { status, headers, body } = through(gate, response, (own) => change(own, request));
        const bytes = body === undefined ? (payload ?? Buffer.alloc(0)) : Buffer.from(JSON.stringify(body));
        res.writeHead(status, { ...headers, 'Content-Length': bytes.length });
        return res.end(bytes);
      };
      Object.assign(res, { writeHead, end });
    }),
  );
}

/**
 * The same for the bodies of successful responses of some operations; `change` alters the body in place, or returns
 * another one.
 */
export function alterBodies(
  operationIds: readonly OperationId[],
  change: (body: Wire, req: Request, call: RequestContext) => object | void,
): Plant {
  return nowAndThen((gate) =>
    around(operationIds, async (run, call, req) => {
      const { body } = await run(call, req);
      // As it goes over the wire: what is altered in one place stays as it is in the others.
      const copy = JSON.parse(JSON.stringify(body));
      return { body: through(gate, copy, (own) => change(own, req, call)) };
    }),
  );
}

/** The same for each offer of a flight search. What an order accepts is not altered. */
export function alterOffers(change: (offer: Wire) => void): Plant {
  return alterBodies(['searchFlights'], (body) => {
    body.offers.forEach(change);
  });
}

/** Wraps operations: `serve` runs in their place, with validated requests, and may call them. */
export function around(
  operationIds: readonly OperationId[],
  serve: (
    run: (call: RequestContext, req: Request) => Promise<AnyOutput>,
    call: RequestContext,
    req: Request,
    domain: Domain,
  ) => Promise<AnyOutput>,
): Plant {
  return {
    service: trustResponses,
    operations: (own) =>
      Object.fromEntries(
        Object.entries(own).map(([id, operation]: [string, Operation]) => [
          id,
          operationIds.includes(id as OperationId)
            ? {
                ...operation,
                // The pipeline passes the request itself, validated, as the input.
                run: (domain: Domain, call: RequestContext, input: Request & Input<OperationId>) =>
                  serve(
                    (ownCall, ownReq) => operation.run(domain, ownCall, ownReq as typeof input),
                    call,
                    input,
                    domain,
                  ),
              }
            : operation,
        ]),
      ) as typeof own,
  };
}

/** Result of an operation, or its replacement by a defect. */
export interface AnyOutput {
  body: Partial<Output<OperationId>['body']>;
}

/** Changes requests before they are validated: an invalid one becomes valid, as if the service had not checked it. */
export function alterRequests(operationIds: readonly OperationId[], change: (req: Request) => void): Plant {
  return nowAndThen((gate) => ({
    service(service) {
      trustResponses(service);
      const { validateRequest } = service;
      service.validateRequest = (operationId, req) => {
        if (operationIds.includes(operationId)) throughRequest(gate, req, () => tryTo(() => change(req)));
        return validateRequest(operationId, req);
      };
    },
  }));
}

/** Changes headers and addresses before a request is authenticated, or responds in place of the service. */
export function alterIncoming(change: (req: Request, res: Response) => void): Plant {
  return nowAndThen((gate) => beforeTheApp((req, res) => throughRequest(gate, req, () => change(req, res))));
}

/** Changes every response's text, and adds headers. */
export function altersText(change: (text: string) => string, more: Record<string, string> = {}): Plant {
  return alterIncoming((_, res) => {
    const original = { writeHead: res.writeHead.bind(res), end: res.end.bind(res) };
    let head: [number, Record<string, string | number>] = [200, {}];
    const writeHead = (status: number, headers: Record<string, string | number> = {}) => {
      head = [status, headers];
      return res;
    };
    const end = (payload?: Buffer) => {
      Object.assign(res, original);
      const bytes = Buffer.from(change((payload ?? Buffer.alloc(0)).toString()));
      res.writeHead(head[0], { ...head[1], ...more, 'Content-Length': bytes.length });
      return res.end(bytes);
    };
    Object.assign(res, { writeHead, end });
  });
}

/** Returns a plant for `together` that acts every time, for example to accept every value that another part altered. */
export function always(plant: Plant): Plant {
  return { ...plant, every: () => plant };
}

/** Several plants as one, which counts the occasions of each by itself. */
export function together(...plants: readonly Plant[]): Plant {
  const parts = plants.flatMap(({ every }) => every ?? []);
  return {
    ...(parts.length === plants.length && {
      every: (n: number, onAct?: () => void) => together(...parts.map((every) => every(n, onAct))),
    }),
    service: (service) => {
      for (const plant of plants) plant.service?.(service);
    },
    operations: (own) => plants.reduce((all, plant) => plant.operations?.(all) ?? all, own),
    app: (app) => plants.reduce((inner, plant) => plant.app?.(inner) ?? inner, app),
  };
}

/** Switches off the check of responses, so that a defect in one is sent. */
function trustResponses(service: Service): void {
  service.checkResponse = () => undefined;
}

/**
 * Runs `see` before the app for every request, except for those to the control API, which the harness needs for
 * profiles.
 */
function beforeTheApp(see: (req: Request, res: Response) => void): Plant {
  return {
    app(app) {
      const outer = express();
      outer.disable('x-powered-by');
      outer.disable('etag');
      outer.use((req, res, next) => {
        if (!req.path.startsWith('/_sandbox')) see(req, res);
        if (!res.writableEnded) next();
      });
      outer.use(app);
      return outer;
    },
  };
}

/** Ignores a TypeError: the body does not have the shape that the plant expects, so there is nothing to change. */
function tryTo(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

function parse(payload: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(payload));
  } catch {
    return undefined;
  }
}

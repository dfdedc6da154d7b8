import type { Express, Request, Response } from 'express';
import { completeBody } from '../http/check-response.ts';
import type { Received, ServedOperation } from '../http/exchange.ts';
import { identify, receive } from '../http/exchange.ts';
import { parseBody } from '../http/parse-body.ts';
import { refuseMethod } from '../http/refuse-address.ts';
import { renderError } from '../http/render-error.ts';
import { toJson } from '../http/to-json.ts';
import type { SpecOperation } from '../interface/openapi/operations.ts';
import { listOperations, toRoute } from '../interface/openapi/operations.ts';
import type { Service } from '../service.ts';
import { checkAccess } from './check-access.ts';
import type { ControlOperationId } from './control-api.ts';
import { serveDocuments } from './documents/serve-documents.ts';
import type { ControlOperation, ControlResponse } from './operation.ts';
import { controlOperations } from './operations/operations.ts';
import { runOperation } from './run-operation.ts';
import { sendAndLog, sendFile, sendStream } from './send-and-log.ts';
import { serveConsole } from './serve-console.ts';

/** Serves what only the sandbox has: documents, and under `/_sandbox` the operations of control-api.yaml. */
export function mountControl(app: Express, service: Service): void {
  serveDocuments(app, service);
  serveConsole(app, service);
  const described = listOperations<ControlOperationId>(service.control.spec);
  for (const { operationId, method, path, description } of described) {
    const operation = controlOperations[operationId];
    const required = requiredBy(description);
    // Probes use HEAD on open operations; for any other operation Express would serve it as a GET.
    if (method === 'get' && operation.access !== 'open')
      app.head(toRoute(path), (req, res) => refuseMethod(service, methodsOf(described, path), req, res));
    app[method](toRoute(path), (req, res) => serve(service, operation, required, req, res));
  }
  for (const path of new Set(described.map((each) => each.path))) {
    app.all(toRoute(path), (req, res) => refuseMethod(service, methodsOf(described, path), req, res));
  }
}

/** Serves a control request, step by step. */
async function serve(
  service: Service,
  operation: ControlOperation,
  required: Required,
  req: Request,
  res: Response,
): Promise<void> {
  const { operationId } = operation;
  const exchange = receive(service, toServed(service, operationId), req, res);
  service.underway.add(exchange);
  try {
    const profile = await checkAccess(service, operation, req);
    const identified = profile ? identify(exchange, profile) : exchange;
    if (!operation.exclusive && (required.body || hasBody(req))) await parseBody(req, res);
    if (required.query || isCheckable(req)) await service.control.validateRequest(operationId, req);
    sendControlResponse(service, exchange, await runOperation(service, identified, operation));
  } catch (error) {
    sendAndLog(service, exchange, renderError(service, exchange, error));
  } finally {
    service.underway.delete(exchange);
  }
}

/** What a request of an operation cannot leave out. */
interface Required {
  body: boolean;
  query: boolean;
}

function requiredBy({ requestBody, parameters = [] }: SpecOperation<string>['description']): Required {
  return {
    body: requestBody !== undefined && 'required' in requestBody && requestBody.required === true,
    query: parameters.some((each) => 'in' in each && each.in === 'query' && each.required === true),
  };
}

function toServed({ control }: Service, operationId: ControlOperationId): ServedOperation {
  return {
    operationId,
    checkResponse: (status, body) => control.checkResponse(operationId, status, body),
  };
}

function sendControlResponse(service: Service, exchange: Received, response: ControlResponse): void {
  if ('stream' in response) return sendStream(service, exchange, response.stream);
  if ('pieces' in response) return void sendFile(service, exchange, response);
  if ('text' in response) {
    const headers = { 'Content-Type': `${response.mediaType}; charset=utf-8` };
    return sendAndLog(service, exchange, { status: 200, text: response.text, headers });
  }
  const { status = 200 } = response;
  const text = toJson(completeBody(service, exchange, status, response.body));
  sendAndLog(service, exchange, { status, text });
}

/** Whether a request has anything to validate; requests without it do not create the validator. */
function isCheckable(req: Request): boolean {
  return (
    (req.method !== 'GET' && req.method !== 'HEAD') ||
    req.originalUrl.includes('?') ||
    req.headers['last-event-id'] !== undefined ||
    // The profile of the path was found, or refused, before.
    Object.keys(req.params).some((name) => name !== 'profileCode')
  );
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function methodsOf(described: readonly { path: string; method: string }[], path: string): string {
  return described
    .filter((each) => each.path === path)
    .map(({ method }) => method.toUpperCase())
    .join(', ');
}

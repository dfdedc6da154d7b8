import type { Request } from 'express';
import type { OperationId } from '../../api.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Service } from '../service.ts';

/** What one operationId does. Where it is found (method and path) stands in openapi.yaml only. */
export interface Operation {
  operationId: OperationId;
  /** Serves a request that has been authenticated and validated. Throws Refusal. */
  run: (service: Service, call: RequestContext, req: Request) => Promise<OperationAnswer>;
}

/** A successful answer (200). The pipeline adds `liveMode`. */
export interface OperationAnswer {
  body: object;
}

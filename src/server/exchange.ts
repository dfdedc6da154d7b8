import type { Request, Response } from 'express';
import type { ControlOperation } from '../control-api/operation.ts';
import type { ActiveScenario } from '../scenarios/active.ts';
import { stopwatch } from '../stopwatch.ts';
import type { Profile } from '../store/profiles.ts';
import type { Operation } from './operations/operation.ts';
import type { Service } from './service.ts';

/** One request and its response, from the moment the request is met. */
export interface Exchange {
  requestId: string;
  /** The one reading of the clock that the whole request is served by: the service's, and the profile's once it is known. */
  now: number;
  req: Request;
  res: Response;
  operation: Operation | null;
  /** Of the control API; an exchange has one of the two operations, or none. */
  control: ControlOperation | null;
  profile: Profile | null;
  scenario: ActiveScenario | null;
  /** `generation` of the profile lock when it was opened. */
  lockGeneration: number;
  /** Milliseconds since the exchange was opened, for the log. */
  elapsed: () => number;
}

/** Opens the exchange: gives it its id and reads the clock. */
export function openExchange(
  service: Service,
  operation: Operation | null,
  req: Request,
  res: Response,
  control: ControlOperation | null = null,
): Exchange {
  return {
    requestId: drawRequestId(service),
    now: service.clock.now(),
    req,
    res,
    operation,
    control,
    profile: null,
    scenario: null,
    lockGeneration: service.profileLock.generation,
    elapsed: stopwatch(),
  };
}

export function drawRequestId(service: Service): string {
  return `req_${service.ids.draw('requests').text(16)}`;
}

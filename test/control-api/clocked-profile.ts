import type { Response } from 'supertest';
import request from 'supertest';
import type { KeyPair } from '../../src/index.ts';
import type { Body } from '../support/body.ts';
import type { FlightClient } from '../support/flight-client.ts';
import { flightClient } from '../support/flight-client.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import type { TransferClient } from '../transfers/transfer-client.ts';
import { transferClient } from '../transfers/transfer-client.ts';

/** A profile of its own, with what a test does to its clock and sees of its resources. */
export interface ClockedProfile {
  keys: KeyPair;
  flights: FlightClient;
  transfers: TransferClient;
  clock(): Promise<Response>;
  freeze(now?: string): Promise<Response>;
  run(now?: string): Promise<Response>;
  advance(by: string): Promise<Response>;
  /** A call of the control API below the profile. */
  call(method: 'get' | 'put' | 'post' | 'delete', path: string, body?: object): Promise<Response>;
  list(kind: string): Promise<Body[]>;
  resource(resourceId: string): Promise<Body>;
}

export async function clockedProfile(server: TestSandbox): Promise<ClockedProfile> {
  const keys = await server.sandbox.addProfile();
  const call: ClockedProfile['call'] = (method, path, body) => {
    const called = request(server.baseUrl)
      [method](`/_sandbox/profiles/${keys.profileCode}${path && `/${path}`}`)
      .set(server.sandbox.headers(keys));
    return Promise.resolve(body === undefined ? called : called.send(body));
  };
  return {
    keys,
    flights: flightClient(server, keys),
    transfers: transferClient(server, { keys }),
    clock: () => call('get', 'clock'),
    freeze: (now) => call('put', 'clock', { mode: 'frozen', ...(now && { now }) }),
    run: (now) => call('put', 'clock', { mode: 'running', ...(now && { now }) }),
    advance: (by) => call('post', 'clock/advance', { by }),
    call,
    list: async (kind) => (await call('get', `resources?kind=${kind}`)).body.resources,
    resource: async (resourceId) => (await call('get', `resources/${resourceId}`)).body.resource,
  };
}

/** An instant so many milliseconds after another one. */
export function after(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}

/** Events that fall due for a confirmed reservation, in order. */
export const RIDE_EVENTS = [
  'vehicle_assigned',
  'refund_lowered',
  'refund_lowered',
  'driver_assigned',
  'ride_en_route',
  'ride_arrived',
  'pickup_passed',
  'ride_on_board',
  'ride_completed',
];

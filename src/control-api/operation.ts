import type { Request, Response } from 'express';
import type { Body, ControlOperationId, Path, Query } from '../interface/control-api.ts';
import type { Profile } from '../store/profiles.ts';
import type { ControlServices } from './control-services.ts';

/**
 * Implements one operationId. Its method and path are in control-api.yaml only. `Services` is `Service` for an
 * operation specific to a sandbox.
 */
export type ControlOperation<Id extends ControlOperationId = ControlOperationId, Services = ControlServices> =
  | ServiceOperation<Id, Services>
  | ProfileOperation<Id, Services>
  | ExclusiveOperation<Id, Services>;

/** An operation without a profile in its path. */
export interface ServiceOperation<Id extends ControlOperationId, Services = ControlServices> {
  operationId: Id;
  /** open: any request. admin: the admin token. profile-creation: according to the setting `profileCreation`. */
  access: 'open' | 'admin' | 'profile-creation';
  exclusive?: never;
  ofNobody?: never;
  /** Serves a request with valid access and form. Throws Refusal. */
  run(this: void, service: Services, request: ControlRequest<Id>): ControlResponse | Promise<ControlResponse>;
}

/** An operation on the profile in its path, for the admin token or a profile key pair. */
export interface ProfileOperation<Id extends ControlOperationId, Services = ControlServices> {
  operationId: Id;
  access: 'profile';
  exclusive?: never;
  /** True if it applies to the calls that name no profile: their code is `NOBODY`, for the admin token. */
  ofNobody?: true;
  /** True if it waits for the profile's other requests, and so runs without the profile lock. */
  isUnlocked?: true;
  /** Runs together with the profile's other requests. Throws Refusal. */
  run(this: void, service: Services, request: ProfileRequest<Id>): ControlResponse | Promise<ControlResponse>;
}

/** An operation on a profile's whole state, with its own body parser. */
export interface ExclusiveOperation<Id extends ControlOperationId, Services = ControlServices> {
  operationId: Id;
  access: 'profile';
  exclusive: true;
  ofNobody?: never;
  isUnlocked?: never;
  /** Does its work within `withWriteLock`. Throws Refusal. */
  run(this: void, service: Services, request: ExclusiveRequest<Id>): Promise<ControlResponse>;
}

export interface ControlRequest<Id extends ControlOperationId> {
  path: Path<Id>;
  query: Query<Id>;
  body: Body<Id>;
  /** The time by the profile's clock, or by the service's if the path names no profile; epoch milliseconds. */
  now: number;
  req: Request;
}

export interface ProfileRequest<Id extends ControlOperationId> extends ControlRequest<Id> {
  profile: Profile;
}

export interface ExclusiveRequest<Id extends ControlOperationId> extends ProfileRequest<Id> {
  /** Waits until no other request in the profile runs, and passes the current profile. */
  withWriteLock<T>(this: void, work: (profile: Profile, now: number) => Promise<T>): Promise<T>;
}

export type ControlResponse =
  /** JSON. Every response also gets `liveMode`. The status is 200 by default. */
  | { status?: 200 | 201; body: object }
  | { text: string; mediaType: string }
  /** A large file for download, sent as fast as the client reads it. */
  | { pieces: readonly Buffer[]; mediaType: string; fileName: string }
  /** Writes the response itself: server-sent events. */
  | { stream: (res: Response) => void };

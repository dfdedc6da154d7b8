import type { Request, Response } from 'express';
import type { Service } from '../service.ts';
import type { Profile } from '../store/profiles.ts';
import type { operations } from './control-api.gen.ts';

export type ControlOperationId = keyof operations;

/** What one operationId of the control API does. Where it is found (method and path) stands in control-api.yaml only. */
export interface ControlOperation {
  operationId: ControlOperationId;
  /**
   * open: anybody. admin: the admin token. profile: the admin token or a key pair of the profile in the path.
   * profile-creation: as the setting `profileCreation` says.
   */
  access: 'open' | 'admin' | 'profile' | 'profile-creation';
  /**
   * Goes in to the profile alone, when it has read its body by itself: what replaces or removes a whole profile.
   * Others are served side by side with the calls of the profile, their bodies read and checked before.
   */
  exclusive?: true;
  /** Serves a request whose access and form have been checked. Throws Refusal. */
  run(service: Service, call: ControlCall, req: Request): Promise<ControlResponse>;
}

export interface ControlCall {
  /** The profile of the path; null where the path names none. */
  profile: Profile | null;
  /** Reading of that profile's clock, or of the service's where there is no profile; epoch milliseconds. */
  now: number;
  /** Of an operation that is `exclusive`: waits until nobody else is with the profile, and hands it over as it is then. */
  withWriteLock<T>(work: (profile: Profile, now: number) => Promise<T>): Promise<T>;
}

export type ControlResponse =
  /** JSON; `liveMode` is added, as on every response. 200 when no status is given. */
  | { status?: 200 | 201; body: object }
  | { text: string; mediaType: string }
  /** A large file to be saved: it is sent as fast as the client takes it. */
  | { pieces: readonly Buffer[]; mediaType: string; fileName: string }
  /** Answers by itself, once the head has to be sent: server-sent events. */
  | { stream: (res: Response) => void };

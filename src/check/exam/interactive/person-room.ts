import type { Clock } from '../../../base/clock.ts';
import type { Credential } from '../../../config/credential.ts';
import type { Room } from '../begin-situation.ts';
import { Control } from '../control.ts';
import type { ControlWatch, OtherCallers } from '../control-watch.ts';

/** The sandbox of an exam that a person leads. */
export interface PersonRoom {
  clock: Clock;
  baseUrl: string;
  /** The keys with which the app is set up, and the exam calls the control API. */
  keys: Credential;
  watch: ControlWatch;
  /** True if other clients call the sandbox too. */
  isShared: boolean;
  /** True for the mark of a page by which a person leads the exam. */
  isConsole?: NonNullable<OtherCallers['isConsole']>;
  serviceIdHeader?: string;
}

/** Returns a room with one profile for all situations, which each of them empties: an app is built with its keys. */
export function personRoom({ clock, keys, ...room }: PersonRoom): Room {
  const { baseUrl, serviceIdHeader } = room;
  const addProfile = async (): Promise<Credential> => {
    await new Control(baseUrl, keys, serviceIdHeader).reset();
    return keys;
  };
  return { ...room, sandbox: { clock, addProfile }, keepsProfile: true };
}

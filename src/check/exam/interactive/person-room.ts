import type { Clock } from '../../../base/clock.ts';
import type { Credential } from '../../../config/credential.ts';
import type { Room } from '../begin-situation.ts';
import { Control } from '../control.ts';

/** The sandbox of an exam that a person leads. */
export interface PersonRoom extends Omit<Room, 'sandbox' | 'keepsProfile'> {
  clock: Clock;
  /** The keys with which the app is set up, and the exam calls the control API. */
  keys: Credential;
}

/** Returns a room with one profile for all situations, which each of them empties: an app is built with its keys. */
export function personRoom({ clock, keys, ...room }: PersonRoom): Room {
  const addProfile = async (): Promise<Credential> => {
    await new Control(room, keys).reset();
    return keys;
  };
  return { ...room, sandbox: { clock, addProfile }, keepsProfile: true };
}

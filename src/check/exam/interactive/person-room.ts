import type { Clock } from '../../../base/clock.ts';
import type { Credential } from '../../../config/credential.ts';
import type { Room } from '../begin-situation.ts';
import { Control } from '../control.ts';

/** The sandbox for a person-led exam. */
export interface PersonRoom extends Omit<Room, 'sandbox' | 'keepsProfile'> {
  clock: Clock;
  /** The keys for the app, and for the exam's control API calls. */
  keys: Credential;
}

/** Returns a room with one profile for all situations. Each situation empties it, because an app has fixed keys. */
export function personRoom({ clock, keys, ...room }: PersonRoom): Room {
  const addProfile = async (): Promise<Credential> => {
    await new Control(room, keys).reset();
    return keys;
  };
  return { ...room, sandbox: { clock, addProfile }, keepsProfile: true };
}

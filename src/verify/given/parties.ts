import { toIso } from '../../clock.ts';
import { Unmet } from '../verdict.ts';
import type { KeyPair } from '../target/target.ts';
import type { Run } from '../run/run.ts';

/** The clock of a profile; it moves when it is told to, and at no other time. */
export interface Clocked {
  /** Epoch milliseconds. */
  now(): number;
  /** Sets it to an instant that has not passed. */
  set(instant: number): Promise<void>;
  advance(milliseconds: number): Promise<void>;
}

/** Makes a second profile, in a sandbox. Throws Unmet on any other target. */
export function createParty(run: Run): Promise<KeyPair> {
  return makeProfile(run, 'a second profile (one can be named beside the first)');
}

/** Makes a profile with a clock that stands still, in a sandbox. Throws Unmet on any other target. */
export async function createClockedParty(run: Run): Promise<{ keys: KeyPair; clock: Clocked }> {
  const keys = await makeProfile(run, 'a profile whose clock can be moved');
  return { keys, clock: await freeze(run, keys) };
}

async function makeProfile(run: Run, need: string): Promise<KeyPair> {
  const { sandboxUrl, keys: own } = run.target;
  if (sandboxUrl === null) throw new Unmet(`needs ${need}; only a sandbox makes one by itself`);
  const made = await run.client.send(null, 'POST', new URL(`${sandboxUrl}/profiles`), {
    keys: own,
    body: { name: 'taxiway verify' },
  });
  const keys = (made.response.body as { credential?: KeyPair } | undefined)?.credential;
  if (made.response.status >= 300 || !keys)
    throw new Unmet(
      `needs ${need}, and the sandbox made none: ${made.response.status} ${made.response.text.slice(0, 200)}`,
    );
  run.ownProfiles.push(keys);
  return keys;
}

async function freeze(run: Run, keys: KeyPair): Promise<Clocked> {
  const turn = async (setting: object): Promise<number> => {
    const { response } = await run.client.send(
      null,
      'PUT',
      new URL(`${run.target.sandboxUrl}/profiles/${keys.profileCode}/clock`),
      { keys, body: setting },
    );
    if (response.status !== 200)
      throw new Unmet(`the sandbox did not move the clock: ${response.status} ${response.text.slice(0, 200)}`);
    return Date.parse((response.body as { now: string }).now);
  };
  let now = await turn({ mode: 'frozen' });
  const clock: Clocked = {
    now: () => now,
    async set(instant) {
      now = await turn({ mode: 'frozen', now: toIso(instant) });
    },
    advance: (milliseconds) => clock.set(now + milliseconds),
  };
  return clock;
}

import { beforeAll } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { makeProfile } from './control-client.ts';
import { richFile } from './forged-file.ts';
import type { StateClient } from './state-client.ts';
import { stateClient } from './state-client.ts';

interface Forged {
  client: StateClient;
  /** An export of the profile of `client`. */
  file: string;
}

/** A sandbox with a profile that has something of everything, ready for imports of forged files. */
export function useForged(seed: string): () => Forged {
  const sandbox = useSandbox({ seed });
  let forged: Forged | undefined;
  beforeAll(async () => {
    const client = stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
    forged = { client, file: await richFile(client) };
  });
  return () => {
    if (!forged) throw new Error('the profile is exported before the first test, and not yet');
    return forged;
  };
}

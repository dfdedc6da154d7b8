import { afterAll, expect, it } from 'vitest';
import type { Verdicts } from '../../src/check/judge/verdicts.ts';
import { createSandbox } from '../../src/index.ts';
import { verdictsIn } from '../check/judge/support/verdicts-in.ts';
import { closeAll, startRecorder } from '../recorder/recorders.ts';
import { thirdOf } from '../support/full-size.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { loadBadClients } from './bad/load-bad-clients.ts';
import { good } from './good/good.ts';
import type { Reading } from './run/run-client.ts';
import { readLive, runClient } from './run/run-client.ts';
import { foundIn } from './run/verdicts-of.ts';

// Each client calls a sandbox in memory, and one on a file through a recorder. Its verdicts are read live, from the
// file after a restart, from the exported journals, and from the recorder. test/clients/replicas.postgres.test.ts has
// the verdicts of two processes.

type Form = 'ndjson' | 'har' | 'recorder';

const GAP = 'the client may know more than a HAR file or a recorder has seen, so what is missing there proves nothing';
const ONE_PROFILE = 'an exported journal has the calls of one profile, and cannot know the offers of another one';
const BELOW = 'the service may be below the address of the upstream, where a recorder cannot tell a path of the client';
const REDACTED = 'secrets are redacted before a recorder judges, and the scheme with them';

/** The forms that cannot show a habit as the sandbox does, each with the reason. */
const DIFFERENT: Record<string, Partial<Record<Form, string>>> = {
  'sends-a-pending-booking-under-another-profile': { har: GAP },
  'orders-by-the-id-of-another-system': { har: GAP, recorder: GAP },
  'orders-with-another-key-pair': { ndjson: ONE_PROFILE, har: GAP },
  'takes-the-booking-token-for-a-pricing-token': { har: GAP, recorder: GAP },
  'prices-only-amenities': { har: GAP, recorder: GAP },
  'reads-by-an-id-of-its-own': { har: GAP, recorder: GAP },
  'adds-a-path-of-its-own-to-the-base-url': { recorder: BELOW },
  'adds-a-path-of-its-own-to-transfers': { recorder: BELOW },
  'leaves-the-version-out-of-the-path': { recorder: BELOW },
  'sends-the-key-as-basic': { recorder: REDACTED },
};

const bad = thirdOf('client habits', await loadBadClients());
afterAll(closeAll);

it.each([{ name: 'none, of the good client,', client: () => ({}), scenario: undefined, settings: undefined }, ...bad])(
  'the habit $name has the same verdicts in every form',
  async ({ name, client, scenario, settings }) => {
    const steps = { ...good, ...client(good) };
    const { live } = await runClient(steps, { scenario, settings });
    const store = temporaryFile();
    const seen: { ndjson?: Verdicts[]; har?: Verdicts[]; reading?: Reading; recorderUrl: string } = { recorderUrl: '' };
    const onFile = await runClient(steps, {
      scenario,
      settings: { ...settings, store },
      through: async (baseUrl) => (seen.recorderUrl = (await startRecorder(baseUrl)).url),
      atEnd: async (reading) => {
        seen.reading = reading;
        seen.ndjson = await exported(reading, 'ndjson');
        seen.har = await exported(reading, 'har');
      },
    });
    const restarted = await createSandbox({ ...settings, store, log: 'silent' });
    if (!seen.reading) throw new Error('the run has no end');
    const afterwards = await readLive({ ...seen.reading, baseUrl: await restarted.listen() });
    await restarted.close();
    const response = await fetch(`${seen.recorderUrl}/_sandbox/verdicts?ended=true`);
    const recorded = ((await response.json()) as { verdicts: Verdicts }).verdicts;

    expect(lines(onFile.live)).toEqual(lines(live));
    expect(lines(afterwards)).toEqual(lines(live));
    const forms = { ndjson: lines(seen.ndjson), har: lines(seen.har), recorder: rules([recorded]) };
    const same = { ndjson: lines(live), har: lines(live), recorder: rules(live) };
    const different = Object.keys(forms).filter(
      (form) => JSON.stringify(forms[form as Form]) !== JSON.stringify(same[form as Form]),
    );
    expect(different).toEqual(Object.keys(DIFFERENT[name] ?? {}));
  },
);

it('every difference between the forms belongs to a client', async () => {
  const names = (await loadBadClients()).map(({ name }) => name);
  expect(Object.keys(DIFFERENT).filter((name) => !names.includes(name))).toEqual([]);
});

async function exported({ baseUrl, profiles, headersOf }: Reading, extension: 'ndjson' | 'har'): Promise<Verdicts[]> {
  const all: Verdicts[] = [];
  for (const keys of [null, ...profiles]) {
    const path = `/_sandbox/profiles/${keys?.profileCode ?? 'nobody'}/journal.${extension}`;
    const response = await fetch(baseUrl + path, { headers: keys ? headersOf(keys) : {} });
    expect(response.status).toBe(200);
    all.push(await verdictsIn(await response.text()));
  }
  return all;
}

/** Returns the findings, without the numbers of exchanges. */
function lines(all: readonly Verdicts[] = []): string[] {
  return all
    .flatMap(foundIn)
    .map(({ id, line }) => `${id} ${line.replace(/ \([^()]*\)$/, '')}`)
    .toSorted();
}

/** Returns the rules of the findings: a recorder has other times, and shows credentials that a sandbox masks. */
function rules(all: readonly Verdicts[]): string[] {
  return all
    .flatMap(foundIn)
    .map(({ id, level }) => `${level} ${id}`)
    .toSorted();
}

import { afterAll, describe, expect, it } from 'vitest';
import type { Verdicts } from '../../src/check/judge/verdicts.ts';
import { verdictsIn } from '../check/judge/support/verdicts-in.ts';
import type { BadClient } from '../clients/bad/bad-client.ts';
import { loadBadClients } from '../clients/bad/load-bad-clients.ts';
import { good } from '../clients/good/good.ts';
import { runClient } from '../clients/run/run-client.ts';
import { foundIn } from '../clients/run/verdicts-of.ts';
import type { TestRecorder } from './recorders.ts';
import { closeAll, startRecorder } from './recorders.ts';

afterAll(closeAll);

describe('the verdicts of the recorder', () => {
  it('have no finding for the good client, and the recorded files lead to the same verdicts', async () => {
    let recorder: TestRecorder | undefined;
    const through = async (baseUrl: string) => (recorder = await startRecorder(baseUrl)).url;
    await runClient(good, { travellers: 2, scenario: 'pending', through });
    const live = await readLive(recorder);
    expect(foundIn(live)).toEqual([]);
    expect(live.decided).toBeGreaterThan(200);
    await expectSameFromFiles(recorder, live);
  });

  it('report a bad client, and the recorded files lead to the same verdicts', async () => {
    for (const { client, rule, scenario = 'none' } of await chosenClients()) {
      let recorder: TestRecorder | undefined;
      const through = async (baseUrl: string) => (recorder = await startRecorder(baseUrl)).url;
      await runClient({ ...good, ...client(good) }, { ...(scenario !== 'none' && { scenario }), through });
      const live = await readLive(recorder);
      expect(foundIn(live).map(({ id }) => id)).toContain(rule);
      await expectSameFromFiles(recorder, live);
    }
  });
});

/** One of each kind: after a pending booking, after a lost one, in what is sent, in the headers. */
async function chosenClients(): Promise<BadClient[]> {
  const all = await loadBadClients();
  const rules = ['transfer.booking.pending.no-resend', 'transfer.502.read-before-rebooking', 'auth.bearer.header'];
  const chosen = rules.flatMap((id) => all.find(({ rule }) => rule === id) ?? []);
  expect(chosen.length).toBeGreaterThan(1);
  return chosen;
}

async function readLive(recorder: TestRecorder | undefined): Promise<Verdicts> {
  expect(recorder?.errors).toEqual([]);
  const response = await fetch(`${recorder?.url}/_sandbox/verdicts?ended=true`);
  return ((await response.json()) as { verdicts: Verdicts }).verdicts;
}

async function expectSameFromFiles(recorder: TestRecorder | undefined, live: Verdicts): Promise<void> {
  for (const file of ['journal.har', 'journal.ndjson']) {
    const download = await fetch(`${recorder?.url}/_sandbox/${file}`);
    const text = await download.text();
    expect(text).not.toMatch(/sk_sandbox_(?!…)/);
    const read = await verdictsIn(text);
    expect(outline(read)).toEqual(outline(live));
  }
}

/** Counts, and of every finding what it says and where. */
function outline(verdicts: Verdicts): unknown {
  return {
    exchanges: verdicts.exchanges,
    rules: verdicts.rules.map(({ id, verdict, kept, broken, warned, undecided, reason }) => [
      id,
      verdict,
      kept,
      broken,
      warned,
      undecided,
      reason,
    ]),
    found: foundIn(verdicts)
      .map(({ line }) => line)
      .slice(0, 40),
  };
}

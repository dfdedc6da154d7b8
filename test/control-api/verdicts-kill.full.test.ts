import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runTaxiway, serveTaxiway } from '../cli/taxiway.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, headersOf, makeProfile } from './control-client.ts';
import { stateClient } from './state-client.ts';
import { verdictsOn } from './verdicts-client.ts';

const LOST = /^a process of the sandbox ended, or is out of reach, and may not have written its latest calls/;
const IDS = /call-order|identifiers|token/;

const serve = (store: string) =>
  serveTaxiway(['--store', store, '--log', 'silent', '--now', '2027-01-10T12:00:00Z', '--seed', 'kill']);

describe('verdicts on a file', () => {
  it('state after kill -9 that calls may be missing, and do not count earlier ids as invented', async () => {
    const store = temporaryFile();
    let taxiway = await serve(store);
    const keys = await makeProfile(taxiway.baseUrl);
    const quiet = await makeProfile(taxiway.baseUrl);
    const priced = await stateClient(taxiway.baseUrl, keys).price();
    const stranger = { ...headersOf(quiet), authorization: 'Bearer sk_of_a_stranger' };
    const refused = await fetch(`${taxiway.baseUrl}/v1/flights/search`, { method: 'POST', headers: stranger });
    expect(refused.status).toBe(401);
    // The journal writes a call some time after its response.
    taxiway.kill('SIGKILL');
    await taxiway.ended;

    taxiway = await serve(store);
    await stateClient(taxiway.baseUrl, keys).book(priced);
    const after = await verdictsOn(taxiway.baseUrl, keys);
    expect(after.verdicts.rules.filter(({ id, verdict }) => IDS.test(id) && verdict === 'broken')).toEqual([]);
    expect([after.unjudged, after.gap]).toEqual([expect.stringMatching(LOST), expect.stringMatching(LOST)]);
    expect(await verdictsOn(taxiway.baseUrl, quiet)).toMatchObject({ unjudged: null, gap: null });

    const headers = headersOf(keys);
    const own = `/profiles/${keys.profileCode}`;
    const file = temporaryFile();
    await writeFile(file, (await control(taxiway.baseUrl, 'GET', `${own}/journal.ndjson`, { headers })).text);
    const { stdout } = await runTaxiway(['judge', file]);
    expect(stdout).toMatch(/may not have written its latest calls/);

    await control(taxiway.baseUrl, 'DELETE', `${own}/verdicts`, { headers });
    const cleared = await verdictsOn(taxiway.baseUrl, keys);
    expect(cleared).toMatchObject({ unjudged: null, gap: expect.stringMatching(LOST), verdicts: { exchanges: 0 } });
    taxiway.kill('SIGTERM');
    await taxiway.ended;
  });

  it('are the same after a stop as before', async () => {
    const store = temporaryFile();
    let taxiway = await serve(store);
    const keys = await makeProfile(taxiway.baseUrl);
    await stateClient(taxiway.baseUrl, keys).read('searchId=undefined');
    const before = await verdictsOn(taxiway.baseUrl, keys);
    expect(before).toMatchObject({ unjudged: null, gap: null, verdicts: { exchanges: 1 } });
    await stateClient(taxiway.baseUrl, keys).read('searchId=undefined');
    taxiway.kill('SIGTERM');
    await taxiway.ended;
    taxiway = await serve(store);
    expect(await verdictsOn(taxiway.baseUrl, keys)).toMatchObject({
      unjudged: null,
      gap: null,
      verdicts: { exchanges: 2 },
    });
    taxiway.kill('SIGTERM');
    await taxiway.ended;
  });
});

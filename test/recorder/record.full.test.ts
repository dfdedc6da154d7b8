import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordTaxiway, runTaxiway, serveTaxiway } from '../cli/taxiway.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

const folder = temporaryFolder();
/** So many calls have their response when the recorder is killed, with others under way. */
const BEFORE_THE_KILL = 200;
const SEARCH = {
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '2027-03-01' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
};

describe('taxiway record', () => {
  it.each(['har', 'ndjson'])('writes a .%s file with the same verdict by the judge', async (extension) => {
    const sandbox = await serveTaxiway();
    const out = join(folder, `whole.${extension}`);
    const recorder = await recordTaxiway(sandbox.baseUrl, ['--out', out, '--no-color']);
    for (let i = 0; i < 5; i++) expect((await search(recorder.baseUrl)).status).toBe(200);
    recorder.kill('SIGINT');
    expect(await recorder.ended).toBe(0);
    expect(recorder.stdout()).toContain('KEPT\n');
    const judged = await runTaxiway(['judge', out, '--no-color', '--quiet']);
    expect(judged.code).toBe(0);
    expect(verdictIn(judged.stdout)).toBe(verdictIn(recorder.stdout()));
    expect(readFileSync(out, 'utf8')).not.toContain('sk_sandbox_taxiway_demo');
    sandbox.kill('SIGTERM');
  });

  it.each(['har', 'ndjson'])('leaves a readable .%s file when it is killed under load', async (extension) => {
    const sandbox = await serveTaxiway();
    const out = join(folder, `killed.${extension}`);
    const recorder = await recordTaxiway(sandbox.baseUrl, ['--out', out]);
    let responses = 0;
    const clients = Array.from({ length: 4 }, async () => {
      for (;;) {
        const response = await search(recorder.baseUrl).catch(() => null);
        if (!response) return;
        if (++responses === BEFORE_THE_KILL) recorder.kill('SIGKILL');
      }
    });
    await Promise.all(clients);
    const judged = await runTaxiway(['judge', out, '--no-color', '--json-file', `${out}.json`]);
    expect([judged.code, judged.stderr]).toEqual([0, '']);
    const { recording } = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as { recording: { judged: number } };
    expect(recording.judged).toBeGreaterThanOrEqual(responses);
    expect(responses).toBeGreaterThanOrEqual(BEFORE_THE_KILL);
    sandbox.kill('SIGTERM');
  });

  it.each([
    [['http://127.0.0.1:9', '--out', 'x.txt'], 'expected a file that ends in .har or .ndjson'],
    [['ftp://staging.example'], 'expected a URL like'],
    [['http://ada:secret@127.0.0.1:9'], 'the upstream is "http://…@127.0.0.1:9": expected no user name'],
    [['http://127.0.0.1:9', '--host', '0.0.0.0'], 'needs an admin token'],
    [['http://127.0.0.1:9', '--port', '0', '--ca', 'missing.pem'], 'the file of --ca cannot be read'],
  ])('refuses %j with what to write instead', async (args, message) => {
    const { code, stderr } = await runTaxiway(['record', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

function search(baseUrl: string): Promise<Response> {
  return fetch(`${baseUrl}/v1/flights/search`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer sk_sandbox_taxiway_demo',
      'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(SEARCH),
  }).then(async (response) => {
    await response.text();
    return response;
  });
}

function verdictIn(stdout: string): string {
  return /^\d+ rules: [^;]*; \d+ exchanges/m.exec(stdout)?.[0] ?? stdout;
}

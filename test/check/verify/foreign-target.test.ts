import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeReports } from '../../../src/check/report/publish.ts';
import { conclude, readBaseline } from '../../../src/check/verify/conclusion.ts';
import { present } from '../../../src/check/verify/present.ts';
import { probe } from '../../../src/check/verify/probe/probe.ts';
import type { Target } from '../../../src/check/verify/probe/target.ts';
import { buildReport } from '../../../src/check/verify/report.ts';
import { readMapping } from '../../../src/config/config-file.ts';
import { createSandbox } from '../../../src/index.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import type { ForeignServer } from './foreign-servers.ts';
import { pathOf, startServer } from './foreign-servers.ts';
import { runContracts } from './run-contracts.ts';

const credential = { publicKey: 'pk_foreign', secretKey: 'sk_foreign_0123456789', profileCode: 'dp_foreign00001' };
const spec = await loadSpec();

async function serve(...listener: Parameters<typeof startServer>): Promise<ForeignServer> {
  const server = await startServer(...listener);
  onTestFinished(() => server.close());
  return server;
}

it('a redirect of a target is not followed, and is reported', async () => {
  const elsewhere = await serve((_, res) => res.end('{"offers":[],"liveMode":false}'));
  const server = await serve((req, res) =>
    res.writeHead(pathOf(req).startsWith('/_sandbox') ? 404 : 307, { location: `${elsewhere.baseUrl}/v1` }).end(),
  );
  await expect(probe({ baseUrl: server.baseUrl, credential }, spec)).rejects.toThrow(
    `a search returned 307, to ${elsewhere.baseUrl}/v1. Credentials are not sent there`,
  );
  expect(elsewhere.requests).toEqual([]);
});

it('a response without end is read up to a limit', { timeout: 20_000 }, async () => {
  const server = await serve((req, res) => {
    if (pathOf(req).startsWith('/_sandbox')) return void res.writeHead(404).end();
    const write = () => {
      while (!res.closed && res.write(' '.repeat(2 ** 20)));
    };
    res.on('drain', write);
    write();
  });
  await expect(probe({ baseUrl: server.baseUrl, credential }, spec)).rejects.toThrow(
    /no response from .*: it is longer than 16 MiB, and was not read to its end\);/,
  );
});

it('the probe ends at a signal', async () => {
  const server = await serve(() => {});
  const stop = new AbortController();
  const probing = probe({ baseUrl: server.baseUrl, credential }, spec, stop.signal);
  setTimeout(() => stop.abort(), 100);
  await expect(probing).rejects.toThrow(/no response from/);
});

it('a run that does not start leaves no profile in the sandbox', async () => {
  const sandbox = await createSandbox({ log: 'silent', seed: 'unstarted', liveMode: true });
  onTestFinished(() => sandbox.close());
  const baseUrl = await sandbox.listen();
  const count = async () =>
    ((await (await fetch(`${baseUrl}/_sandbox/profiles`)).json()) as { profiles: unknown[] }).profiles.length;
  const before = await count();
  await expect(probe({ baseUrl }, spec)).rejects.toThrow(/the target is live/);
  expect(await count()).toBe(before);
});

it('a secret is redacted in every encoding in which a target returns it', { timeout: 60_000 }, async () => {
  const secretKey = 'sk_"odd"+/\\key=0123';
  const written = [
    secretKey,
    encodeURIComponent(secretKey),
    ...['', 'a', 'ab', 'Bearer '].map((before) => Buffer.from(`${before}${secretKey}`).toString('base64')),
  ];
  const server = await serve((req, res) => {
    res.writeHead(pathOf(req).startsWith('/_sandbox') ? 404 : 200, {
      'Content-Type': 'application/json',
      'X-Echo': written.join(' '),
    });
    res.end(JSON.stringify({ offers: [], liveMode: false, written }));
  });
  const report = await runContracts({
    baseUrl: server.baseUrl,
    credential: { ...credential, secretKey },
    only: ['auth.missing-credentials.401'],
  });
  const shown = JSON.stringify(report);
  expect(report.summary.fail).toBeGreaterThan(0);
  const spellings = [
    secretKey,
    encodeURIComponent(secretKey),
    JSON.stringify(secretKey).slice(1, -1),
    ...inBase64(secretKey),
  ];
  for (const spelling of spellings) expect(shown).not.toContain(JSON.stringify(spelling).slice(1, -1));
});

it('a file that is not a mapping is refused without showing the secret in it', () => {
  const file = join(temporaryFolder(), 'secret.txt');
  writeFileSync(file, 'sk_alone_in_a_file\n');
  expect(() => readMapping(file)).toThrow(`${file} is one text; expected keys with values`);
});

it('a baseline with a byte order mark is read', () => {
  const file = join(temporaryFolder(), 'baseline.json');
  writeFileSync(file, '\uFEFF{"version":1,"failures":[]}');
  expect(readBaseline(file)).toEqual([]);
});

it('a report that cannot be written does not prevent the others', () => {
  const folder = temporaryFolder();
  const html = join(folder, 'r.html');
  const report = buildReport(
    {
      version: 'test',
      target: {
        flightsUrl: '',
        transfersUrl: '',
        keys: credential,
        sandboxUrl: null,
        liveMode: false,
      } as unknown as Target,
      startedAt: '',
      durationMs: 0,
      results: [],
      faults: [],
    },
    [],
    [],
  );
  expect(() => writeReports({ json: folder, html }, present(report, conclude(report)))).toThrow(
    /the json file .* cannot be written: it is a folder \(EISDIR\); pass another one$/,
  );
  expect(readFileSync(html, 'utf8')).toContain('</html>');
});

/** By how many bytes of a longer text precede it, without the characters that also encode its neighbours. */
function inBase64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.from(' '.repeat(before) + secret).toString('base64');
    const own = text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + secret.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

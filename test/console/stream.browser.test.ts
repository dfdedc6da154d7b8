import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { useConsole } from './support/use-console.ts';

const sandbox = useConsole();
let others: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(others.map((each) => each.close()));
  others = [];
});

it('a browser that opens the base URL shows the demo profile, regardless of other profiles', async () => {
  const codes = await Promise.all(Array.from({ length: 8 }, async () => (await makeProfile('Other')).profileCode));
  // One that the list has before it.
  expect(codes.toSorted()[0] < sandbox.sandbox.demoKeys.profileCode).toBe(true);
  const page = await sandbox.open();
  await page.goto('about:blank');
  await page.goto(sandbox.baseUrl);
  await expect.poll(() => page.url()).toContain(`#/${sandbox.sandbox.demoKeys.profileCode}/live`);
});

describe('the stream of the live view', () => {
  it('is not needed for the first view: a stream without a response does not delay it', async () => {
    const page = await sandbox.open();
    await page.route('**/journal/stream?*', () => undefined);
    await page.reload();
    await page
      .getByTitle('The clock of this profile')
      .getByText(/ 12:00:00 UTC/)
      .waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  });

  it('reports a lost connection, and shows the exchanges of a restarted sandbox', async () => {
    const port = await freePort();
    const first = await start(port);
    const page = await sandbox.open('live', { baseUrl: `http://127.0.0.1:${port}` });
    await search(first, port, 'LHR');
    await search(first, port, 'CDG');
    await page.getByText('2 exchanges').waitFor();
    await first.close();
    await page.getByText('connection lost; trying again').waitFor();
    const second = await start(port);
    await search(second, port, 'LIS');
    await page.getByText('1 exchange', { exact: true }).waitFor();
    await page.getByRole('status').filter({ hasText: 'live' }).waitFor();
  });

  it('ends when the profile is removed, with a link to another one', async () => {
    const { profileCode } = await makeProfile('Soon gone');
    const page = await sandbox.open('live', { profile: profileCode });
    await page.getByText('Soon gone').waitFor();
    await fetch(`${sandbox.baseUrl}/_sandbox/profiles/${profileCode}`, { method: 'DELETE' });
    await page.getByText(`There is no profile "${profileCode}"`).waitFor();
    await page.getByRole('link', { name: 'Choose another profile' }).waitFor();
  });
});

async function makeProfile(name: string): Promise<KeyPair> {
  const response = await fetch(`${sandbox.baseUrl}/_sandbox/profiles`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return ((await response.json()) as { credential: KeyPair }).credential;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function start(port: number): Promise<Sandbox> {
  const started = await createSandbox({ seed: 'test', log: 'silent' });
  others.push(started);
  await started.listen({ port });
  return started;
}

async function search(of: Sandbox, port: number, destination: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/flights/search`, {
    method: 'POST',
    headers: { ...of.headers(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ destination }),
  });
  await response.text();
}

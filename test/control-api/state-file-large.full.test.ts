import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { expectRefused, headersOf, makeProfile } from './control-client.ts';
import type { StateClient } from './state-client.ts';
import { contentOf, ok, sealed, stateClient, walk } from './state-client.ts';

const sandbox = useSandbox({ seed: 'file', maxSearches: 30_000 });
const MB = 1024 * 1024;

let client: StateClient;
let file: string;
let address: string;

beforeAll(async () => {
  client = stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
  await walk(client);
  file = await client.export();
  address = `/_sandbox/profiles/${client.keys.profileCode}/import`;
});

async function expectUnchanged(): Promise<void> {
  const { journal: _, ...now } = contentOf(await client.export());
  const { journal: _was, ...before } = contentOf(file);
  expect(now).toEqual(before);
}

describe('a body that cannot be a file is refused before it fills the memory', () => {
  const filled = (start: string, part: string, megabytes: number) =>
    Buffer.concat([Buffer.from(start), Buffer.alloc(megabytes * MB, part)]);

  it.each<[string, () => Buffer]>([
    ['64 MB of braces', () => filled('', '{"a":', 63)],
    ['64 MB of empty lists', () => filled('[', '[],', 63)],
    ['64 MB of numbers', () => filled('[', '1,', 63)],
  ])('%s', async (_, make) => {
    const before = process.memoryUsage().heapUsed;
    const body = make();
    expectRefused(
      await sendRaw(sandbox.baseUrl, {
        method: 'POST',
        path: address,
        headers: { ...headersOf(client.keys), 'Content-Type': 'application/json' },
        body,
      }),
      [400, 'import_damaged'],
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * MB);
    await expectUnchanged();
  });

  it('a streamed body over the limit, and the response still arrives', async () => {
    const refused = await sendRaw(sandbox.baseUrl, {
      method: 'POST',
      path: address,
      headers: { ...headersOf(client.keys), 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      body: filled('"', 'a', 65),
    });
    expectRefused(refused, [413, 'import_too_large']);
    await expectUnchanged();
  });
});

it('a file above the limits of a service body is accepted', async () => {
  const large = stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
  const [row] = JSON.parse(file).searches;
  const searches = Array.from({ length: 30_000 }, (_, i) => ({
    ...row,
    search_id: `large${String(i).padStart(11, '0')}`,
  }));
  const text = sealed({ ...JSON.parse(file), orders: [], bookings: [], pricings: [], searches });
  expect(text.length).toBeGreaterThan(8 * MB);
  expect((await ok(large.import(text))).body.imported.searches).toBe(30_000);
  expect(contentOf(await large.export()).searches).toHaveLength(30_000);
  await ok(large.remove());
});

import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { SandboxOptions } from '../../src/index.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import type { Service } from '../../src/service.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { NOW } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { makeProfile } from './control-client.ts';
import type { StateClient } from './state-client.ts';
import { contentOf, ok, sealed, stateClient } from './state-client.ts';

/** A sandbox in which `meanwhile.act` runs while an import is being stored. */
async function withImport(options: SandboxOptions = {}) {
  const meanwhile = { act: async () => undefined as unknown };
  let service: Service | undefined;
  const sandbox = await startSandbox(
    { clock: new VirtualClock(NOW), log: 'silent', seed: 'race', ...options },
    {
      service(made) {
        service = made;
        const { states } = made.store;
        const replace = states.replace.bind(states);
        states.replace = async (...given) => {
          await meanwhile.act();
          return replace(...given);
        };
      },
    },
  );
  const baseUrl = await sandbox.listen();
  const client = stateClient(baseUrl, await makeProfile(baseUrl));
  if (!service) throw new Error('there is no service');
  return { sandbox, baseUrl, client, service, meanwhile };
}

/** A call that is refused without the lock of its profile. */
function refusedCall(client: StateClient) {
  return client.call('POST', '/v1/flights/nowhere', FLIGHT_SEARCH);
}

it('a call refused during an import is in the journal afterwards, and no read waits for it', async () => {
  const { sandbox, baseUrl, client, service, meanwhile } = await withImport();
  await client.searchFlights();
  const file = await client.export();
  const before = JSON.parse(file).journal.last;
  const other = stateClient(baseUrl, await makeProfile(baseUrl));
  meanwhile.act = async () => {
    expect((await refusedCall(client)).status).toBe(404);
    await other.searchFlights();
    await service.journal.flush();
    expect(await service.store.journal.last(other.keys.profileCode)).toBe(1);
  };
  await ok(client.import(file));
  const { journal } = JSON.parse(await client.export());
  expect(journal.exchanges.slice(before).map(({ status }: { status: number }) => status)).toEqual([404]);
  expect(journal.last).toBe(before + 1);
  await sandbox.close();
});

it('an exchange that could not be written before an import is counted in the journal after it', async () => {
  const { sandbox, baseUrl, client, service, meanwhile } = await withImport();
  const file = await client.export();
  const other = stateClient(baseUrl, await makeProfile(baseUrl));
  const { journal } = service.store;
  const append = journal.append.bind(journal);
  await refusedCall(client);
  journal.append = () => Promise.reject(new Error('the disk is full'));
  meanwhile.act = async () => {
    journal.append = append;
    await other.searchFlights();
    await service.journal.flush();
  };
  await ok(client.import(file));
  await refusedCall(client);
  const { exchanges, dropped } = JSON.parse(await client.export()).journal;
  expect([exchanges.length, dropped.exchanges]).toEqual([1, 1]);
  await sandbox.close();
});

it('a request during an import meets the scenario that the import arms', async () => {
  const { sandbox, client, meanwhile } = await withImport();
  const priced = await client.price();
  const file = await client.export();
  let booking: ReturnType<typeof client.book> | undefined;
  meanwhile.act = async () => {
    booking = client.book(priced);
    await wait(100);
  };
  await ok(client.import(sealed({ ...JSON.parse(file), armed: { scenario: 'book:failed', calls: 1 } })));
  expect((await booking)?.status).toBe('failed');
  await sandbox.close();
});

it('a reset, a removal and an import during an import run one after the other', async () => {
  const { sandbox, baseUrl, client, meanwhile } = await withImport();
  await client.searchFlights();
  const file = await client.export();
  let later: Promise<{ status: number }[]> | undefined;
  meanwhile.act = async () => {
    later ??= Promise.all([client.reset(), client.import(file), client.export().then(() => ({ status: 200 }))]);
    await wait(50);
  };
  await ok(client.import(file));
  expect((await later)?.map(({ status }) => status)).toEqual([200, 409, 200]);
  expect(JSON.parse(await client.export()).searches).toEqual([]);

  let removal: ReturnType<typeof client.remove> | undefined;
  meanwhile.act = async () => {
    removal = client.remove();
    await wait(50);
  };
  await ok(client.import(file));
  expect((await removal)?.status).toBe(200);
  expect((await client.call('POST', '/search', {})).status).toBe(403);
  const fresh = stateClient(baseUrl, await makeProfile(baseUrl));
  await ok(fresh.import(file));
  expect(contentOf(await fresh.export())).toEqual(contentOf(file));
  await sandbox.close();
});

it('a sandbox that is closed during an import has the previous state afterwards', async () => {
  const store = temporaryFile();
  const { sandbox, client, meanwhile } = await withImport({ store, shutdownSeconds: 0 });
  await client.searchFlights();
  const before = contentOf(await client.export());
  const file = sealed({ ...before, searches: [], exportedAt: '2027-01-10T12:00:00.000Z' });
  meanwhile.act = async () => {
    void sandbox.close();
    await wait(1500);
  };
  const imported = await client.import(file).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await sandbox.close();
  expect(imported).toBe('cut off');
  const again = await startSandbox({ clock: new VirtualClock(NOW), log: 'silent', seed: 'race', store });
  const reopened = stateClient(await again.listen(), client.keys);
  expect(contentOf(await reopened.export())).toEqual(before);
  await again.close();
});

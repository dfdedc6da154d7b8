import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';

it.each(['2027-02-30T00:00:00Z', '2027-01-10', '2027-01-10T12:00:00', 'tomorrow'])(
  'the setting now refuses %s: an instant has a zone and an existing day',
  async (now) => {
    await expect(createSandbox({ now, log: 'silent' })).rejects.toThrow(
      `"${now}" is not an ISO 8601 instant with a zone, on an existing day, for example 2026-03-01T09:00:00Z`,
    );
  },
);

it.each(['Host', 'Content-Type', 'content-length', 'X-Sandbox-Scenario', 'X-Request-Id', 'Accept', 'If-Match'])(
  'the service id header cannot be %s',
  async (serviceIdHeader) => {
    await expect(createSandbox({ serviceIdHeader, log: 'silent' })).rejects.toThrow(
      'HTTP or the sandbox uses that header; expected one like X-Service-Id',
    );
  },
);

it.each(['X-Service-Id', 'X-Client-Id', 'Partner-Key'])('the service id header may be %s', async (serviceIdHeader) => {
  const sandbox = await createSandbox({ serviceIdHeader, log: 'silent' });
  await sandbox.close();
});

it.each([
  ['env:DATABASE_URL', 'pass process.env.DATABASE_URL itself'],
  ['env:', 'pass the address itself'],
])('the library takes no %s, which is a form of the command line', async (store, next) => {
  await expect(createSandbox({ store, log: 'silent' })).rejects.toThrow(
    `store is "${store}", a form of the command line; ${next}`,
  );
});

import type { Project } from './detect-project.ts';

/** A test of a client against the sandbox, with a call that stands for the client: it passes as it is. */
export function firstTest({ runner, isModule }: Project): { path: string; text: string } {
  if (runner === 'vitest') return { path: 'test/taxiway.test.mjs', text: `${VITEST}\n${CLIENT}` };
  if (runner === 'node') return { path: 'test/taxiway.test.mjs', text: `${NODE}\n${CLIENT}` };
  // Jest runs CommonJS in every project, ES modules only where it is set up for them.
  return { path: `test/taxiway.test.${isModule ? 'cjs' : 'js'}`, text: `${JEST}\n${CLIENT}` };
}

const VITEST = `import { test as base, expect } from 'vitest';
import { sandbox } from 'taxiway/vitest';

const test = base.extend('sandbox', { scope: 'file' }, sandbox);
test.beforeEach(async ({ sandbox }) => {
  await sandbox.reset();
  await sandbox.clock.freeze('2099-01-10T12:00:00Z');
});

test('the client finds transfers, and keeps the rules', async ({ sandbox }) => {
  expect((await findTransfers(sandbox)).length).toBeGreaterThan(0);
  await expect(sandbox).toKeepTheRules();
});

test('the client copes with a search that finds nothing', async ({ sandbox }) => {
  await sandbox.arm('no-offers');
  expect(await findTransfers(sandbox)).toEqual([]);
});
`;

const NODE = `import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { assertKeepsTheRules, useSandbox } from 'taxiway/node-test';

const sandbox = useSandbox();
beforeEach(async () => {
  await sandbox.reset();
  await sandbox.clock.freeze('2099-01-10T12:00:00Z');
});

test('the client finds transfers, and keeps the rules', async () => {
  assert.ok((await findTransfers(sandbox)).length > 0);
  await assertKeepsTheRules(sandbox);
});

test('the client copes with a search that finds nothing', async () => {
  await sandbox.arm('no-offers');
  assert.deepEqual(await findTransfers(sandbox), []);
});
`;

const JEST = `const { assertKeepsTheRules, useSandbox } = require('taxiway/jest');

const sandbox = useSandbox();
beforeEach(async () => {
  await sandbox.reset();
  await sandbox.clock.freeze('2099-01-10T12:00:00Z');
});

test('the client finds transfers, and keeps the rules', async () => {
  expect((await findTransfers(sandbox)).length).toBeGreaterThan(0);
  await assertKeepsTheRules(sandbox);
});

test('the client copes with a search that finds nothing', async () => {
  await sandbox.arm('no-offers');
  expect(await findTransfers(sandbox)).toEqual([]);
});
`;

const CLIENT = `/** Stands for your client: call that one instead, with the base URL and the headers of the sandbox. */
async function findTransfers({ baseUrl, headers }) {
  const response = await fetch(\`\${baseUrl}/search\`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      pickupDateTime: '2099-03-15T11:30:00',
      passengers: 2,
    }),
  });
  if (!response.ok) throw new Error(\`the search returned \${response.status}\`);
  return (await response.json()).offers;
}
`;

import { join, relative, resolve } from 'node:path';
import { packageManifest } from '../../base/package-root.ts';
import type { Project, Runner } from './project.ts';

/** A file for the project; the path is relative to its folder. */
export interface ProjectFile {
  path: string;
  text: string;
  /** Other names that an existing file may have. */
  otherNames: readonly string[];
  purpose: string;
}

const { name: NAME } = packageManifest();

/** Returns every file that `taxiway init` writes. */
export function projectFiles(project: Project): ProjectFile[] {
  const test = firstTest(project);
  const below = relative(project.repository, resolve(project.folder)).replaceAll('\\', '/');
  const name = ['taxiway', ...(below === '' ? [] : below.split('/'))].join('-');
  return [
    {
      path: 'taxiway.config.json',
      text: CONFIG,
      otherNames: ['taxiway.config.yaml', 'taxiway.config.yml'],
      purpose: 'settings of `taxiway verify`',
    },
    {
      ...test,
      otherNames: [],
      purpose: `a first test, for ${project.runner === 'node' ? 'node:test' : project.runner}`,
    },
    {
      path: join(relative(resolve(project.folder), project.repository), `.github/workflows/${name}.yml`),
      text: workflow(project, test.path, { name, below }),
      otherNames: [],
      purpose: 'runs that test, and `taxiway verify` if a test system exists',
    },
  ];
}

const CONFIG = `{
  "$schema": "./node_modules/${NAME}/src/config/taxiway.config.schema.json",
  "verify": {
    "baseUrl": "http://127.0.0.1:4010"
  }
}
`;

/** A client test against the sandbox, with a sample call instead of the client: it passes as it is. */
function firstTest({ runner, isModule }: Project): { path: string; text: string } {
  if (runner === 'vitest') return { path: 'test/taxiway.test.mjs', text: `${VITEST}\n${CLIENT}` };
  if (runner === 'node') return { path: 'test/taxiway.test.mjs', text: `${NODE}\n${CLIENT}` };
  // Jest runs CommonJS in every project, and ES modules only after set-up.
  return { path: `test/taxiway.test.${isModule ? 'cjs' : 'js'}`, text: `${JEST}\n${CLIENT}` };
}

const VITEST = `import { test as base, expect } from 'vitest';
import { sandbox } from '${NAME}/vitest';

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
import { assertKeepsTheRules, useSandbox } from '${NAME}/node-test';

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

const JEST = `const { assertKeepsTheRules, useSandbox } = require('${NAME}/jest');

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

const CLIENT = `/** Placeholder for your client: call your client here, with the base URL and headers of the sandbox. */
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

/** The GitHub Actions workflow: the first test, and `taxiway verify` if the repository names a test system. */
function workflow(
  { packageManager, runner }: Project,
  test: string,
  { name, below }: { name: string; below: string },
): string {
  const { install, run } = COMMANDS[packageManager];
  const steps = `    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
${packageManager === 'npm' ? '' : '      - run: corepack enable\n'}      - run: ${install}`;
  return `name: ${name}
on:
  push:
  pull_request:
permissions:
  contents: read${below === '' ? '' : `\ndefaults:\n  run:\n    working-directory: ${JSON.stringify(below)}`}
jobs:
  client:
${steps}
      - run: ${runner === 'node' ? '' : `${run} `}${RUN[runner]} ${test}
  service:
    # Set TAXIWAY_BASE_URL, the address of a test system, in the variables of the repository. This job is left out
    # until then.
    if: vars.TAXIWAY_BASE_URL != ''
${steps}
      - run: ${run} taxiway verify --junit taxiway.xml
        env:
          TAXIWAY_BASE_URL: \${{ vars.TAXIWAY_BASE_URL }}
          TAXIWAY_PUBLIC_KEY: \${{ vars.TAXIWAY_PUBLIC_KEY }}
          TAXIWAY_PROFILE_CODE: \${{ vars.TAXIWAY_PROFILE_CODE }}
          TAXIWAY_SECRET_KEY: \${{ secrets.TAXIWAY_SECRET_KEY }}
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: ${name}
          path: ${below === '' ? '' : `${below}/`}taxiway.xml
`;
}

/** Package manager commands: the installation in CI, a new package, and a package's program. */
export const COMMANDS: Readonly<Record<Project['packageManager'], { install: string; add: string; run: string }>> = {
  npm: { install: 'npm ci', add: 'npm install --save-dev', run: 'npx' },
  pnpm: { install: 'pnpm install --frozen-lockfile', add: 'pnpm add --save-dev', run: 'pnpm exec' },
  yarn: { install: 'yarn install --immutable', add: 'yarn add --dev', run: 'yarn' },
};

const RUN: Readonly<Record<Runner, string>> = { vitest: 'vitest run', jest: 'jest', node: 'node --test' };

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { thirdOf } from '../support/full-size.ts';
import type { Installed } from './installed.ts';
import { installPackage, packPackage, runWith } from './installed.ts';

/** A user's test around the fixture. `head` comes before the imports of taxiway, `change` into the test. */
interface Environment {
  name: string;
  head?: string;
  change?: string;
  undo?: string;
  env?: NodeJS.ProcessEnv;
}

const IN_VITEST: readonly Environment[] = [
  { name: 'fake timers of vitest', change: 'vi.useFakeTimers()', undo: 'vi.useRealTimers()' },
  { name: 'a stubbed fetch', change: "vi.stubGlobal('fetch', vi.fn())" },
  { name: 'nock', head: "import nock from 'nock';", change: 'nock.disableNetConnect()' },
  {
    name: 'the MockAgent of undici',
    head: "import { MockAgent, setGlobalDispatcher } from 'undici';",
    change: 'const agent = new MockAgent(); agent.disableNetConnect(); setGlobalDispatcher(agent)',
  },
  { name: 'MSW', head: "import './listening-msw.mjs';" },
  { name: 'happy-dom', head: inDom('happy-dom'), change: 'expect(window.happyDOM).toBeTruthy()' },
  { name: 'jsdom', head: inDom('jsdom'), change: 'expect(window.navigator.userAgent).toMatch("jsdom")' },
  {
    name: 'a proxy',
    change: "await expect(fetch('http://other.invalid/')).rejects.toThrow()",
    env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' },
  },
];

/** Written in parts: vitest would take it as the environment of this file. */
function inDom(name: string): string {
  return `// @vitest-${'environment'} ${name}`;
}

const LISTENING_MSW = `import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
setupServer(http.get('https://other.example/x', () => HttpResponse.json({}))).listen({ onUnhandledRequest: 'error' });
`;

/** This machine may have more to do than a user's. */
const UNHURRIED = '--testTimeout=60000';

/** Every method of the fixture; `sandbox` and `equal` are there. */
const CONTROL = `
  await sandbox.reset();
  await sandbox.arm('no-offers', 1);
  equal(await sandbox.clock.freeze('2099-01-10T12:00:00Z'), '2099-01-10T12:00:00.000Z');
  equal(await sandbox.clock.advance('PT5M'), '2099-01-10T12:05:00.000Z');
  equal((await sandbox.strays()).length, 0);
  equal((await sandbox.verdicts()).exchanges, 0);
  await sandbox.arm(null);`;

describe('the fixture in a project that changes its globals', { timeout: 120_000 }, () => {
  let project: Installed;
  beforeAll(async () => {
    const others = ['vitest@5', 'jest@30', 'nock@14', 'undici@7', 'msw@2', 'happy-dom', 'jsdom'];
    project = await installPackage(await packPackage(), ...others);
    writeFileSync(join(project.folder, 'listening-msw.mjs'), LISTENING_MSW);
  }, 600_000);

  /** A program of the project; a name would mean the one of this clone. */
  const programOf = (name: string) => join(project.folder, 'node_modules/.bin', name);

  it.each(thirdOf('test environments', IN_VITEST))(
    'controls its sandbox under $name',
    async ({ head = '', change = '', undo = '', env }) => {
      const test = `${head}
import { expect, test as base, vi } from 'vitest';
import { sandbox } from 'taxiway/vitest';
const equal = (a, b) => expect(a).toBe(b);
base.extend('sandbox', { scope: 'file' }, sandbox)('control', async ({ sandbox }) => {
  ${change};${CONTROL}
  ${undo}
});
`;
      writeFileSync(join(project.folder, 'one.test.mjs'), test);
      const environment = { ...project.env, ...env };
      await runWith(environment, project.folder, programOf('vitest'), 'run', 'one.test.mjs', UNHURRIED);
    },
  );

  it('controls its sandbox under fake timers of node:test', async () => {
    const test = `import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { useSandbox } from 'taxiway/node-test';
const sandbox = useSandbox();
test('control', { timeout: 20_000 }, async (t) => {
  t.mock.timers.enable();${CONTROL}
});
`;
    writeFileSync(join(project.folder, 'node-test.mjs'), test);
    await project.run('node', '--test', 'node-test.mjs');
  });

  it('controls its sandbox under fake timers of jest', async () => {
    const test = `const { useSandbox } = require('taxiway/jest');
const sandbox = useSandbox();
const equal = (a, b) => expect(a).toBe(b);
test('control', async () => {
  jest.useFakeTimers();${CONTROL}
  jest.useRealTimers();
});
`;
    writeFileSync(join(project.folder, 'jested.cjs'), test);
    await project.run(programOf('jest'), '--testMatch', '**/jested.cjs', UNHURRIED);
  });
});

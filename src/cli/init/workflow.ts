import type { Project } from './detect-project.ts';
import type { Runner } from './runners.ts';

/** The workflow of GitHub Actions: the first test, and `taxiway verify` where the repository names a test system. */
export function workflow({ packageManager, runner }: Project, test: string): string {
  const { install, run } = COMMANDS[packageManager];
  const steps = `    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
${install.map((command) => `      - run: ${command}`).join('\n')}`;
  return `name: taxiway
on:
  push:
  pull_request:
permissions:
  contents: read
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
          name: taxiway
          path: taxiway.xml
`;
}

const COMMANDS = {
  npm: { install: ['npm ci'], run: 'npx' },
  pnpm: { install: ['corepack enable', 'pnpm install --frozen-lockfile'], run: 'pnpm exec' },
  yarn: { install: ['corepack enable', 'yarn install --immutable'], run: 'yarn' },
} as const satisfies Record<Project['packageManager'], { install: readonly string[]; run: string }>;

const RUN: Readonly<Record<Runner, string>> = { vitest: 'vitest run', jest: 'jest', node: 'node --test' };

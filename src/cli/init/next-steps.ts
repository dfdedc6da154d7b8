import type { Project } from './detect-project.ts';
import type { ProjectFile } from './project-files.ts';

/** What the user does next, with commands to copy. */
export function nextSteps({ runner, hasTaxiway, packageManager }: Project, files: readonly ProjectFile[]): string {
  const test = files.find(({ path }) => path.startsWith('test/'))?.path ?? '';
  const { add, run } = COMMANDS[packageManager];
  const steps = [
    ...(hasTaxiway ? [] : [`  ${add}`]),
    `  ${runner === 'node' ? `node --test ${test}` : `${run} ${runner}${runner === 'vitest' ? ' run' : ''} ${test}`}`,
    `  ${run} taxiway verify   # checks the service at the base URL of taxiway.config.json`,
  ];
  return `\nNext:\n\n${steps.join('\n')}`;
}

const COMMANDS = {
  npm: { add: 'npm install --save-dev taxiway', run: 'npx' },
  pnpm: { add: 'pnpm add --save-dev taxiway', run: 'pnpm exec' },
  yarn: { add: 'yarn add --dev taxiway', run: 'yarn' },
} as const;

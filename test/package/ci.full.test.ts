import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runTaxiway } from '../cli/taxiway.ts';
import { temporaryFolder } from '../store/temporary-file.ts';
import { useSandbox } from '../support/sandbox.ts';

interface Step {
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

const page = readFileSync('docs/ci.md', 'utf8');
const action = parse(readFileSync('action.yml', 'utf8')) as {
  inputs: Record<string, { required?: boolean }>;
  runs: { steps: Step[] };
};
const { run: verifyScript = '', env: verifyEnv = {} } = action.runs.steps[action.runs.steps.length - 1];

describe('action.yml', () => {
  it('puts no input into a script, and every one into a variable', () => {
    expect(action.runs.steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    expect(Object.values(verifyEnv).sort()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
  });

  it('uses flags that taxiway verify has', async () => {
    expect(flagsOf(verifyScript).filter((flag) => !NPX.includes(flag))).not.toEqual([]);
    expect(await unknownFlags(verifyScript)).toEqual([]);
  });

  it('hands inputs over as they are, whatever they contain', async () => {
    const { handed } = await runStep({
      package: './with blank.tgz',
      'base-url': '$(touch base-url) "',
      config: 'a b`touch config`.json',
      baseline: "'; touch baseline; '",
      junit: '*',
      html: '-x',
      args: '--strict\n  --rate $(touch${IFS}args) *',
    });
    expect(handed).toEqual([
      '--yes',
      '--package=./with blank.tgz',
      '--',
      'taxiway',
      'verify',
      '--config',
      'a b`touch config`.json',
      '--baseline',
      "'; touch baseline; '",
      '--junit',
      '*',
      '--html',
      '-x',
      '--strict',
      '--rate',
      '$(touch${IFS}args)',
      '*',
      '--',
      '$(touch base-url) "',
    ]);
  });

  it('leaves out what is not given', async () => {
    expect((await runStep({ package: 'taxiway@0.1.0' })).handed).toEqual([
      '--yes',
      '--package=taxiway@0.1.0',
      '--',
      'taxiway',
      'verify',
    ]);
  });
});

describe('action.yml with a sandbox', () => {
  const server = useSandbox();

  it('passes, and writes the reports that were requested', async () => {
    const { code, folder, output } = await runStep(
      {
        package: './taxiway.tgz',
        'base-url': server.baseUrl,
        junit: 'taxiway.xml',
        args: '--only auth.missing-credentials.401',
      },
      MAIN,
    );
    expect(output).toContain('pass');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'taxiway.xml'), 'utf8')).toContain('auth.missing-credentials.401');
  });

  it('fails the step when there is no response', async () => {
    expect((await runStep({ package: './taxiway.tgz', 'base-url': 'http://127.0.0.1:1' }, MAIN)).code).toBe(2);
  });
});

describe('docs/ci.md', () => {
  it('has a workflow that gives the action nothing but its inputs, and all that it requires', () => {
    const { jobs } = parse(blockOf('yaml github')) as { jobs: Record<string, { steps: Step[] }> };
    const given = jobs['verify'].steps.find(({ uses }) => uses?.includes('/taxiway@'))?.with;
    expect(Object.keys(given ?? {}).filter((name) => !(name in action.inputs))).toEqual([]);
    for (const [name, { required }] of Object.entries(action.inputs))
      if (required) expect(given).toHaveProperty([name]);
  });

  it('has a GitLab job with a JUnit report that its script writes', () => {
    const { verify } = parse(blockOf('yaml gitlab')) as {
      verify: { script: string[]; artifacts: { reports: { junit: string } } };
    };
    expect(verify.script.join('\n')).toContain(`--junit ${verify.artifacts.reports.junit} `);
  });

  it('uses flags that taxiway verify has', async () => {
    expect(await unknownFlags(page)).toEqual([]);
  });

  it('names variables that taxiway verify reads', async () => {
    const { stdout } = await help;
    expect([...new Set(page.match(/\bTAXIWAY_\w+/g))].filter((name) => !stdout.includes(name))).toEqual([]);
  });
});

const MAIN = resolve('src/cli/main.js');
const NPX = ['--yes', '--package'];
const NPM = ['--save-dev'];
const help = runTaxiway(['verify', '--help']);

async function unknownFlags(text: string): Promise<string[]> {
  const { stdout } = await help;
  const known = new Set([...flagsOf(stdout), ...NPX, ...NPM]);
  return flagsOf(text).filter((flag) => !known.has(flag));
}

function flagsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag))];
}

function blockOf(language: string): string {
  const block = [...page.matchAll(/^```(.*)\n([^]*?)\n```$/gm)].find((match) => match[1] === language);
  if (!block) throw new Error(`docs/ci.md has no block \`\`\`${language}`);
  return block[2];
}

/** Runs the last step as a runner does, in an empty folder. Its `npx` notes what it was handed, and then is `main`. */
async function runStep(
  inputs: Record<string, string>,
  main?: string,
): Promise<{ code: number; output: string; folder: string; handed: string[] }> {
  const folder = temporaryFolder();
  const notes = join(temporaryFolder(), 'handed');
  const bin = temporaryFolder();
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/bash\nprintf '%s\\0' "$@" > ` +
      `"${notes}"\n${main === undefined ? '' : `shift 4\nexec "${process.execPath}" "${main}" "$@"\n`}`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  const given = Object.entries(verifyEnv).map(([name, value]) => [
    name,
    inputs[value.match(/inputs\.([\w-]+)/)?.[1] ?? ''] ?? '',
  ]);
  const env = { ...Object.fromEntries(given), HOME: folder, PATH: [bin, process.env.PATH].join(delimiter) };
  const script = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', verifyScript];
  const {
    code = 0,
    stdout,
    stderr,
  } = await promisify(execFile)('bash', script, { cwd: folder, env }).catch((error) => error);
  return { code, output: stdout + stderr, folder, handed: readFileSync(notes, 'utf8').split('\0').slice(0, -1) };
}

import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { systemClock } from '../../src/base/clock.ts';
import { PROGRAM, runTaxiway } from '../cli/taxiway.ts';
import { blocksOf } from '../docs/run/page-blocks.ts';
import { useSandbox } from '../support/sandbox.ts';
import { temporaryFolder } from '../support/temporary-file.ts';

interface GitLabJob {
  script: string[];
  artifacts: { reports: { junit: string } };
}

interface Step {
  id?: string;
  if?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

const page = readFileSync('docs/ci.md', 'utf8');
const action = parse(readFileSync('action.yml', 'utf8')) as {
  inputs: Record<string, { required?: boolean; default?: string }>;
  runs: { steps: Step[] };
};
const { run: script = '', env: variables = {} } = action.runs.steps.find(({ id }) => id === 'taxiway') ?? {};

describe('action.yml', () => {
  it('puts no input into a script, and every one into a variable', () => {
    expect(action.runs.steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    expect(Object.values(variables).sort()).toEqual(
      Object.keys(action.inputs)
        .filter((name) => name !== 'artifact')
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
  });

  it('uses only existing flags', async () => {
    expect(flagsOf(script).filter((flag) => !NPX.includes(flag))).not.toEqual([]);
    expect(await unknownFlags(script)).toEqual([]);
  });

  it('passes inputs unchanged, regardless of their content', async () => {
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

  it("passes the exam's client to bash, and a recording to the judge", async () => {
    const client = `node "my client.js" 'a b'`;
    const exam = await runStep({ package: 'taxiway@0.1.0', command: 'exam', client, 'expected-failures': 'a b.txt' });
    const [, , , , ...examined] = exam.handed;
    expect(examined).toEqual(['exam', '--expected-failures', 'a b.txt', '--', 'bash', '-ec', client]);
    const judge = await runStep({ package: 'taxiway@0.1.0', command: 'judge', recording: '-x.har' });
    expect(judge.handed.slice(4)).toEqual(['judge', '--', '-x.har']);
  });

  it('takes no package from the registry before the release', async () => {
    const { code, output } = await runStep({ command: 'judge' });
    expect([code, output]).toEqual([2, expect.stringContaining('not on the npm registry yet') as unknown]);
  });

  it('uploads the reports that were requested, and none otherwise', async () => {
    const { outputs } = await runStep({ package: 'taxiway@0.1.0', junit: 'a b.xml', html: '$(id).html' });
    expect(outputs).toMatch(/^reports<<(end-[\da-f-]{36})\na b\.xml\n\$\(id\)\.html\n\1\n$/);
    expect((await runStep({})).outputs).toBe('');
    const upload = action.runs.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(upload?.with?.path).toBe('${{ steps.taxiway.outputs.reports }}');
    expect(upload?.if).toContain('always()');
  });

  it('installs Node only if no sufficient version exists', async () => {
    const check = action.runs.steps.find(({ id }) => id === 'node')?.run ?? '';
    const outputs = join(temporaryFolder(), 'outputs');
    for (const [version, said] of [
      ['20.19.5', ''],
      ['22.12.0', ''],
      ['22.13.0', 'enough=true\n'],
      ['24.0.0', 'enough=true\n'],
    ]) {
      writeFileSync(outputs, '');
      // The check reads the version of the Node that runs it.
      const bin = temporaryFolder();
      const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
      writeFileSync(join(bin, 'pretend.cjs'), pretend);
      writeFileSync(join(bin, 'node'), `#!/bin/bash\nexec "${process.execPath}" -r "${bin}/pretend.cjs" "$@"\n`);
      chmodSync(join(bin, 'node'), 0o755);
      const env = { PATH: [bin, process.env.PATH].join(delimiter), GITHUB_OUTPUT: outputs };
      await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', check], { env });
      expect([version, readFileSync(outputs, 'utf8')]).toEqual([version, said]);
    }
  });

  it('refuses another command', async () => {
    const { code, output, handed } = await runStep({ package: 'taxiway@0.1.0', command: 'serve; id' });
    expect({ code, handed }).toEqual({ code: 2, handed: [] });
    expect(output).toContain('the input command is "serve; id"; expected verify, exam or judge');
  });

  it('omits missing inputs', async () => {
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
    const { code, folder, output, summary } = await runStep(
      {
        package: './taxiway.tgz',
        'base-url': server.baseUrl,
        junit: 'taxiway.xml',
        args: '--only auth.missing-credentials.401',
      },
      PROGRAM,
    );
    expect(output).toContain('pass');
    expect(summary).toContain('taxiway');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'taxiway.xml'), 'utf8')).toContain('auth.missing-credentials.401');
  });

  it('fails the step when there is no response', async () => {
    expect((await runStep({ package: './taxiway.tgz', 'base-url': 'http://127.0.0.1:1' }, PROGRAM)).code).toBe(2);
  });
});

describe('action.yml with a client', () => {
  it('examines the client, and fails the step if the client fails', { timeout: 60_000 }, async () => {
    const inputs = { package: './taxiway.tgz', command: 'exam', html: 'scorecard.html' };
    const only = '--only book-transfer.plain --env PAUSE_MS=30';
    const client = `"${process.execPath}" "${resolve('examples/clients/client.ts')}"`;
    const good = await runStep({ ...inputs, client, args: only }, PROGRAM);
    expect(good).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
    expect(readFileSync(join(good.folder, 'scorecard.html'), 'utf8')).toContain('1 situation: 1 passed');
    expect((await runStep({ ...inputs, client: 'exit 0', args: only }, PROGRAM)).code).toBe(1);
    expect((await runStep(inputs, PROGRAM)).output).toContain('the command is missing');
  });
});

describe('docs/ci.md', () => {
  it('has a workflow with only existing and all required inputs of the action', () => {
    const { jobs } = parse(blockOf('yaml github')) as { jobs: Record<string, { steps: Step[] }> };
    const examined = parse(blockOf('yaml github exam')) as { jobs: Record<string, { steps: Step[] }> };
    const judging = parse(blockOf('yaml github judge')) as Step[];
    for (const steps of [jobs['verify'].steps, examined.jobs['exam'].steps, judging]) {
      const given = steps.find(({ uses }) => uses?.includes('/taxiway@'))?.with;
      expect(Object.keys(given ?? {}).filter((name) => !(name in action.inputs))).toEqual([]);
      for (const [name, { required }] of Object.entries(action.inputs))
        if (required) expect(given).toHaveProperty([name]);
    }
  });

  it('has a GitLab job whose script writes its JUnit report', () => {
    for (const [block, name] of [
      ['yaml gitlab', 'verify'],
      ['yaml gitlab exam', 'exam'],
    ] as const) {
      const { script, artifacts } = (parse(blockOf(block)) as Record<string, GitLabJob>)[name];
      expect(script.join('\n')).toContain(`--junit ${artifacts.reports.junit} `);
    }
  });

  describe('run in a project unchanged', () => {
    const server = useSandbox({ clock: systemClock });

    it.each(commands())('%s', { timeout: 60_000 }, async (command) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'test'));
      cpSync('examples/clients/client.ts', join(folder, 'test/client.ts'));
      writeFileSync(join(folder, 'test/exam-client.js'), "import './client.ts';");
      cpSync('test/check/judge/recordings/chromium.har', join(folder, 'calls.har'));
      writeFileSync(join(folder, 'taxiway.baseline.json'), '{ "version": 1, "failures": [] }');
      const env = {
        HOME: folder,
        PATH: [npxOf('while [ "$1" != taxiway ]; do shift; done; shift'), process.env.PATH].join(delimiter),
        TAXIWAY_BASE_URL: server.baseUrl,
        TAXIWAY_ONLY: 'auth.missing-credentials.401',
        TAXIWAY_ONLY_SITUATIONS: 'book-transfer.plain',
        PAUSE_MS: '30',
      };
      const { code, output } = await runScript(command, folder, env);
      // The client of this recording has broken a rule.
      expect(code, output).toBe(command.includes('calls.har') ? 1 : 0);
      for (const [, junit] of command.matchAll(/--junit (\S+)/g))
        expect(readFileSync(join(folder, junit), 'utf8')).toContain('<testsuites');
    });
  });

  it('uses only existing flags', async () => {
    expect(await unknownFlags(page)).toEqual([]);
  });

  it('names only variables that the commands read', async () => {
    const stdout = await help;
    expect([...new Set(page.match(/\bTAXIWAY_\w+/g))].filter((name) => !stdout.includes(name))).toEqual([]);
  });
});

const NPX = ['--yes', '--package'];
const NPM = ['--save-dev'];
const help = Promise.all(['verify', 'exam', 'judge'].map((command) => runTaxiway([command, '--help']))).then((all) =>
  all.map(({ stdout }) => stdout).join('\n'),
);

async function unknownFlags(text: string): Promise<string[]> {
  const stdout = await help;
  const known = new Set([...flagsOf(stdout), ...NPX, ...NPM]);
  return flagsOf(text).filter((flag) => !known.has(flag));
}

function flagsOf(text: string): string[] {
  const plain = text.replaceAll(/--\[no-\]([a-z-]+)/g, '--$1 --no-$1');
  return [...new Set([...plain.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag))];
}

/** The commands of the page that a pipeline runs: of blocks for the shell, and of jobs. */
function commands(): string[] {
  const blocks = blocksOf('docs/ci.md');
  const jobs = blocks
    .filter(({ kind }) => kind.startsWith('yaml gitlab'))
    .flatMap(({ text }) => Object.values(parse(text) as Record<string, GitLabJob>));
  return [
    ...blocks.filter(({ kind }) => kind === 'sh pipeline').map(({ text }) => text),
    ...jobs.map(({ script: lines }) => lines.join('\n')),
  ];
}

/** A folder with an `npx` that is the command line of this tree, behind what `before` takes away. */
function npxOf(before: string): string {
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'npx'), `#!/bin/bash\n${before}\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  return bin;
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
): Promise<{ code: number; output: string; folder: string; handed: string[]; outputs: string; summary: string }> {
  const folder = temporaryFolder();
  const notes = join(temporaryFolder(), 'handed');
  const bin = temporaryFolder();
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/bash\nprintf '%s\\0' "$@" > ` +
      `"${notes}"\n${main === undefined ? '' : `shift 4\nexec "${process.execPath}" "${main}" "$@"\n`}`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  const given = Object.entries(variables).map(([name, value]) => [
    name,
    valueOf(inputs, value.match(/inputs\.([\w-]+)/)?.[1] ?? ''),
  ]);
  const files = temporaryFolder();
  const env = {
    ...Object.fromEntries(given),
    HOME: folder,
    PATH: [bin, process.env.PATH].join(delimiter),
    GITHUB_ACTION_PATH: resolve('.'),
    GITHUB_OUTPUT: join(files, 'outputs'),
    GITHUB_STEP_SUMMARY: join(files, 'summary'),
    GITHUB_ACTIONS: 'true',
  };
  const { code, output } = await runScript(script, folder, env);
  return {
    code,
    output,
    folder,
    outputs: textOf(env.GITHUB_OUTPUT),
    summary: textOf(env.GITHUB_STEP_SUMMARY),
    handed: existsSync(notes) ? readFileSync(notes, 'utf8').split('\0').slice(0, -1) : [],
  };
}

/** Runs a script as a runner of GitHub does. */
async function runScript(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const run = promisify(execFile)('bash', shell, { cwd, env });
  const { code = 0, stdout, stderr } = await run.catch((error) => error);
  return { code, output: stdout + stderr };
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function valueOf(inputs: Record<string, string>, name: string): string {
  return inputs[name] ?? action.inputs[name]?.default ?? '';
}

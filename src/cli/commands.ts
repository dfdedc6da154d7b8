import { defaults, settings as sandboxSettings } from '../config/config.ts';
import type { ExamSettings } from '../config/exam-settings.ts';
import { examSettings } from '../config/exam-settings.ts';
import type { JudgeSettings } from '../config/judge-settings.ts';
import { judgeSettings } from '../config/judge-settings.ts';
import type { RecordSettings } from '../config/record-settings.ts';
import { recordSettings } from '../config/record-settings.ts';
import type { Setting } from '../config/setting.ts';
import { asJson, configFile } from '../config/shared-settings.ts';
import type { VerifySettings } from '../config/verify-settings.ts';
import { verifySettings } from '../config/verify-settings.ts';
import type { CompletionSettings } from './completion/completion.ts';
import type { DoctorSettings } from './doctor.ts';
import type { Command } from './harness.ts';
import { defineCommand } from './harness.ts';
import { RUNNERS } from './init/project.ts';
import type { InitSettings } from './init/run-init.ts';
import { mcp, remoteCommands } from './remote/commands.ts';
import type { RulesSettings } from './rules.ts';
import type { ServeSettings } from './run-serve.ts';
import type { ScenariosSettings } from './scenarios.ts';

const serve = defineCommand<ServeSettings>({
  name: 'serve',
  group: 'run',
  summary: 'run the sandbox',
  page: 'settings.md',
  hasOwnPage: true,
  isDefault: true,
  section: 'serve',
  settings: [
    ...sandboxSettings.map((setting): Setting<keyof ServeSettings> => ({
      ...setting,
      byDefault: setting.byDefault ?? shown(defaults[setting.key]),
      ...(!setting.secret && { inFile: true }),
    })),
    { key: 'open', flag: '--open', kind: 'switch', description: 'open the console in the default browser' },
    {
      key: 'untilStdinEnds',
      flag: '--until-stdin-ends',
      kind: 'switch',
      description: 'end when standard input ends, as it does when the parent process ends',
    },
    {
      ...asJson,
      description:
        'print address, seed and demo keys as one line of JSON to standard output, and everything else to standard ' +
        'error',
    },
    configFile,
  ],
  examples: [
    { line: 'taxiway serve', does: 'a sandbox at http://127.0.0.1:4010, in memory' },
    {
      line: 'taxiway serve --port 0 --seed demo --store taxiway.db',
      does: 'a free port, the same data, kept in a file',
    },
  ],
  exitCodes: { 0: 'stopped by Ctrl-C or SIGTERM', 2: 'not started: a wrong setting, a port or a store in use' },
  run: async (given) => (await import('./run-serve.ts')).runServe(given),
});

const DOCTOR_STORE = 'address of a PostgreSQL database, or env:DATABASE_URL';

const doctor = defineCommand<DoctorSettings>({
  name: 'doctor',
  group: 'run',
  summary: 'examine a PostgreSQL store: connection, version, TLS, rights, latency, tables and plans',
  page: 'behaviour.md',
  section: 'serve',
  settings: [
    ...sandboxSettings.flatMap(({ writes: _, key, ...setting }): Setting<keyof DoctorSettings>[] =>
      key === 'store' || key === 'storeConnections'
        ? [{ ...setting, key, inFile: true, ...(key === 'store' && { description: DOCTOR_STORE }) }]
        : [],
    ),
    asJson,
    configFile,
  ],
  examples: [
    { line: 'taxiway doctor --store postgres://taxiway@db.example/taxiway', does: 'each fault and its remedy' },
    { line: 'taxiway doctor --store env:DATABASE_URL --json', does: 'the store in that variable, for programs' },
  ],
  exitCodes: {
    0: 'a sandbox can start with this store',
    1: 'no sandbox can start with it',
    2: 'not examined: a wrong setting, no address of a PostgreSQL database',
  },
  notes: 'Changes nothing. A sandbox may use the store meanwhile.',
  run: async (given) => (await import('./doctor.ts')).runDoctor(given),
});

const scenarios = defineCommand<ScenariosSettings>({
  name: 'scenarios',
  group: 'control',
  summary: 'list the scenarios with their effects, operations and parameters; chance=0.2 goes with every one',
  page: 'scenarios.md',
  examples: [
    { line: 'taxiway scenarios pending', does: 'one scenario, and how to use it' },
    { line: 'taxiway scenarios --json', does: 'all of them, for programs' },
  ],
  exitCodes: { 0: 'printed', 2: 'not printed: a wrong setting, no scenario of that name' },
  settings: [{ key: 'scenario', argument: '[scenario]', description: 'one scenario only' }, asJson],
  run: async ({ settings }) => (await import('./scenarios.ts')).runScenarios(settings),
});

const rules = defineCommand<RulesSettings>({
  name: 'rules',
  group: 'check',
  summary: 'list the rules of the interface document, section by section',
  page: 'registers/rules.md',
  examples: [
    { line: 'taxiway rules transfer.502', does: 'the rules with this prefix, with all details' },
    { line: 'taxiway rules --coverage', does: 'what checks each rule' },
  ],
  exitCodes: { 0: 'printed', 2: 'not printed: a wrong setting, no rule of that name' },
  settings: [
    {
      key: 'rule',
      argument: '[rule]',
      description: 'one rule, or the beginning of rule ids: shows all details',
    },
    {
      key: 'coverage',
      flag: '--coverage',
      kind: 'switch',
      description: 'with the contracts, conduct checks, scenarios, planted defects and bad clients of each',
    },
    asJson,
  ],
  run: async ({ settings }) => (await import('./rules.ts')).runRules(settings),
});

const verify = defineCommand<VerifySettings>({
  name: 'verify',
  group: 'check',
  summary: 'check an implementation of the service against every documented rule',
  page: 'verify.md',
  hasOwnPage: true,
  section: 'verify',
  settings: verifySettings,
  examples: [
    { line: 'taxiway verify http://127.0.0.1:4010', does: 'every contract against a sandbox' },
    {
      line: 'taxiway verify --only flight-order --junit taxiway.xml',
      does: 'one section, at the base URL of the config file',
    },
  ],
  exitCodes: {
    0: 'passed',
    1: 'rules failed',
    2: 'no verdict: a wrong setting, no response, an error of the harness, an incomplete run',
  },
  run: async (given, { version }) => (await import('../check/verify/command.ts')).runVerify(given, version),
});

const judge = defineCommand<JudgeSettings>({
  name: 'judge',
  group: 'check',
  summary: 'judge a recording of a client by the rules for clients',
  page: 'judging.md',
  hasOwnPage: true,
  section: 'judge',
  settings: judgeSettings,
  examples: [
    { line: 'taxiway judge recording.har', does: 'the calls of a HAR file' },
    { line: 'taxiway judge http://127.0.0.1:4010 --profile dp_taxiway00001', does: 'the journal of a running sandbox' },
  ],
  exitCodes: {
    0: 'the rules are kept',
    1: 'rules are broken',
    2: 'no verdict: a wrong setting, a file that cannot be read, no call to the service, nothing decided',
  },
  run: async (given, { version }) => (await import('../check/judge/command.ts')).runJudge(given, version),
});

const exam = defineCommand<ExamSettings>({
  name: 'exam',
  group: 'check',
  summary: 'examine a client: run it in every situation, and compare its belief with the truth',
  page: 'exam.md',
  hasOwnPage: true,
  section: 'exam',
  settings: examSettings,
  examples: [
    { line: 'taxiway exam -- node my-client.js', does: 'every situation' },
    { line: 'taxiway exam --tasks book-transfer --list', does: 'the situations of a task, without a run' },
  ],
  exitCodes: {
    0: 'passed; with --compare: nothing is worse than in the certificate',
    1: 'situations failed; with --compare: something is worse',
    2: 'no verdict: a wrong setting, a client that cannot be started, an error of the harness',
  },
  notes:
    'The client gets its task in TAXIWAY_TASK, and says by its exit code what it\n' +
    'believes: 0 booked, 3 not booked, 4 unknown.',
  run: async (given, { version }) => {
    const [{ runExam }, { createExamSandbox }] = await Promise.all([
      import('../check/exam/command.ts'),
      import('../server/create-sandbox.ts'),
    ]);
    return runExam(given, version, createExamSandbox);
  },
});

const record = defineCommand<RecordSettings>({
  name: 'record',
  group: 'run',
  summary: 'record and judge the calls to any system, as a proxy in front of it',
  page: 'recorder.md',
  hasOwnPage: true,
  section: 'record',
  settings: recordSettings,
  examples: [
    { line: 'taxiway record https://staging.example --out calls.har', does: 'a proxy at http://127.0.0.1:4020' },
    { line: 'taxiway record https://staging.example --scenario timeout', does: 'no client gets a response' },
  ],
  exitCodes: {
    0: 'the rules are kept',
    1: 'rules are broken',
    2: 'no verdict or no recording: a wrong setting, no call, a file that cannot be written',
  },
  notes: 'Runs until Ctrl-C or SIGTERM, and then prints the verdicts.',
  run: async (given, { version }) => (await import('../recorder/command.ts')).runRecord(given, version),
});

const init = defineCommand<InitSettings>({
  name: 'init',
  group: 'project',
  summary: 'write a config file, a CI workflow and a first test into your project',
  settings: [
    { key: 'folder', argument: '[folder]', description: 'the project', byDefault: '.' },
    {
      key: 'runner',
      flag: '--runner <runner>',
      choices: RUNNERS,
      description: 'your test runner',
      byDefault: 'the one in package.json, else that of Node',
    },
    { key: 'dryRun', flag: '--dry-run', kind: 'switch', description: 'show the files without writing them' },
    {
      key: 'force',
      flag: '--force',
      kind: 'switch',
      description: 'overwrite existing files without a question',
    },
    asJson,
  ],
  examples: [
    { line: 'taxiway init', does: 'three files in the working directory' },
    { line: 'taxiway init --runner jest --dry-run', does: 'list the files, with a test for jest' },
  ],
  exitCodes: { 0: 'written', 2: 'not written: a wrong setting, no project, files that must not be overwritten' },
  notes: 'Existing files are overwritten only after a question; without a terminal, nothing is written.',
  run: async ({ settings }) => (await import('./init/run-init.ts')).runInit(settings),
});

const completion = defineCommand<CompletionSettings>({
  name: 'completion',
  group: 'project',
  summary: 'print the completion script of a shell, for commands, flags, scenarios and rules',
  settings: [{ key: 'shell', argument: '<shell>', choices: ['bash', 'zsh', 'fish'], description: 'name of the shell' }],
  examples: [
    { line: 'taxiway completion bash', does: 'the script for bash' },
    { line: 'taxiway completion fish', does: 'the script for fish' },
  ],
  exitCodes: { 0: 'printed', 2: 'not printed: a wrong setting' },
  notes:
    'bash: source <(taxiway completion bash), in ~/.bashrc\nzsh:  source <(taxiway completion zsh), in ~/.zshrc ' +
    'after compinit\nfish: taxiway completion fish > ~/.config/fish/completions/taxiway.fish',
  run: async ({ settings: { shell = 'bash' } }, { commands: all }) => {
    const { completionScript } = await import('./completion/completion.ts');
    process.stdout.write(await completionScript(all, shell));
  },
});

function shown(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value ?? '');
}

/** Every taxiway command, in `--help` order. */
export const commands: readonly Command[] = [
  serve,
  record,
  mcp,
  doctor,
  verify,
  judge,
  exam,
  rules,
  scenarios,
  ...remoteCommands,
  init,
  completion,
];

import { defaults, settings as sandboxSettings } from '../config/config.ts';
import type { ExamSettings } from '../config/exam-settings.ts';
import { examSettings } from '../config/exam-settings.ts';
import type { JudgeSettings } from '../config/judge-settings.ts';
import { judgeSettings } from '../config/judge-settings.ts';
import type { RecordSettings } from '../config/record-settings.ts';
import { recordSettings } from '../config/record-settings.ts';
import { asJson } from '../config/shared-settings.ts';
import type { VerifySettings } from '../config/verify-settings.ts';
import { verifySettings } from '../config/verify-settings.ts';
import type { CompletionSettings } from './completion/completion.ts';
import type { Command } from './harness.ts';
import { defineCommand } from './harness.ts';
import { RUNNERS } from './init/project.ts';
import type { InitSettings } from './init/run-init.ts';
import { remoteCommands } from './remote/commands.ts';
import type { RulesSettings } from './rules.ts';
import type { ServeSettings } from './run-serve.ts';
import type { ScenariosSettings } from './scenarios.ts';

const serve = defineCommand<ServeSettings>({
  name: 'serve',
  summary: 'run the sandbox',
  page: 'settings.md',
  hasOwnPage: true,
  isDefault: true,
  settings: [
    ...sandboxSettings.map((setting) => ({ ...setting, byDefault: String(defaults[setting.key] ?? '') })),
    { key: 'open', flag: '--open', kind: 'switch', description: 'open the console in the default browser' },
  ],
  run: async (given) => (await import('./run-serve.ts')).runServe(given),
});

const scenarios = defineCommand<ScenariosSettings>({
  name: 'scenarios',
  summary: 'list the scenarios: what each does, where it applies, its parameters; chance=0.2 goes with every one',
  page: 'scenarios.md',
  settings: [{ key: 'scenario', argument: '[scenario]', description: 'one scenario only' }, asJson],
  run: async ({ settings }) => (await import('./scenarios.ts')).runScenarios(settings),
});

const rules = defineCommand<RulesSettings>({
  name: 'rules',
  summary: 'list the rules of the interface document, section by section',
  page: 'registers/rules.md',
  settings: [
    {
      key: 'rule',
      argument: '[rule]',
      description: 'one rule, or the beginning of some: with all that is known of them',
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
  summary: 'check an implementation of the service against every documented rule',
  page: 'verify.md',
  hasOwnPage: true,
  settings: verifySettings,
  notes:
    'Exit codes: 0 passed, 1 rules failed, 2 nothing could be said: a wrong setting, no response, an error of the ' +
    'harness, no check made.',
  readConfigFile: async (sources) => (await import('../config/config-file.ts')).readConfigFile(sources),
  run: async (given, { version }) => (await import('../check/verify/command.ts')).runVerify(given, version),
});

const judge = defineCommand<JudgeSettings>({
  name: 'judge',
  summary: 'judge a recording of a client against every rule that binds it',
  page: 'judging.md',
  hasOwnPage: true,
  settings: judgeSettings,
  notes:
    'Exit codes: 0 the rules are kept, 1 rules are broken, 2 nothing could be said: a wrong setting, a file that ' +
    'cannot be read, no call to the service, nothing decided.',
  run: async (given, { version }) => (await import('../check/judge/command.ts')).runJudge(given, version),
});

const exam = defineCommand<ExamSettings>({
  name: 'exam',
  summary: 'examine a client: run it in every situation, and compare what it believes with what is there',
  page: 'exam.md',
  hasOwnPage: true,
  settings: examSettings,
  notes:
    'The client gets its task in TAXIWAY_TASK, and says by its exit code what it\n' +
    'believes: 0 booked, 3 not booked, 4 unknown.\n' +
    'Exit codes: 0 passed, 1 situations failed, 2 nothing could be said.\n' +
    'With --compare: 0 nothing is worse than in the certificate, 1 something is.',
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
  summary: 'record and judge the calls to any system, as a proxy in front of it',
  page: 'recorder.md',
  hasOwnPage: true,
  settings: recordSettings,
  notes:
    'Runs until Ctrl-C or SIGTERM, and prints the verdicts then. Exit codes: 0 the rules are kept, 1 rules are ' +
    'broken, 2 nothing could be said or recorded.',
  run: async (given, { version }) => (await import('../recorder/command.ts')).runRecord(given, version),
});

const init = defineCommand<InitSettings>({
  name: 'init',
  summary: 'write a config file, a CI workflow and a first test into your project',
  settings: [
    { key: 'folder', argument: '[folder]', description: 'the project', byDefault: '.' },
    {
      key: 'runner',
      flag: '--runner <runner>',
      choices: RUNNERS,
      description: 'what runs your tests',
      byDefault: 'the one in package.json, else that of Node',
    },
    { key: 'dryRun', flag: '--dry-run', kind: 'switch', description: 'show what would be written, and write nothing' },
    {
      key: 'force',
      flag: '--force',
      kind: 'switch',
      description: 'overwrite files that are there, without a question',
    },
    { key: 'yes', flag: '-y, --yes', kind: 'switch', description: 'the same as --force' },
  ],
  notes:
    'Files that are there are overwritten after a question only; without a terminal, which could not be asked, ' +
    'nothing is written then.',
  run: async ({ settings }) => (await import('./init/run-init.ts')).runInit(settings),
});

const completion = defineCommand<CompletionSettings>({
  name: 'completion',
  summary: 'print the script that completes commands, flags, scenarios and rules in a shell',
  settings: [{ key: 'shell', argument: '<shell>', choices: ['bash', 'zsh', 'fish'], description: 'which shell' }],
  notes:
    'bash: source <(taxiway completion bash), in ~/.bashrc\nzsh:  source <(taxiway completion zsh), in ~/.zshrc ' +
    'after compinit\nfish: taxiway completion fish > ~/.config/fish/completions/taxiway.fish',
  run: async ({ settings }, { commands: all }) =>
    (await import('./completion/completion.ts')).runCompletion(settings, all),
});

/** Every command of taxiway, in the order of `--help`. */
export const commands: readonly Command[] = [
  serve,
  scenarios,
  rules,
  verify,
  judge,
  exam,
  record,
  ...remoteCommands,
  init,
  completion,
];

import { spawn } from 'node:child_process';
import { isSea } from 'node:sea';
import { text as readText } from 'node:stream/consumers';
import { ConfigError } from '../../base/config-error.ts';
import type { Setting } from '../../config/setting.ts';
import { nameOf, offFlag } from '../../config/setting.ts';
import { settingSchema } from '../../config/setting-schema.ts';
import type { Command } from '../harness.ts';
import type { Arguments, CallContext, Tool } from './tool.ts';

/** Returns a tool for each checking command. Each call runs the command in a separate process. */
export function commandTools(commands: readonly Command[]): Tool[] {
  return commands
    .filter(({ group }) => group === 'check')
    .map((command): Tool => {
      const settings = command.settings.filter(isArgument);
      // Reports are written to files, and a check calls another system; the rule list does neither.
      const acts = settings.some(({ writes }) => writes !== undefined);
      return {
        name: command.name,
        description: `${command.summary}. Exit codes: ${Object.entries(command.exitCodes).flat().join(' ')}.`,
        inputSchema: {
          type: 'object',
          properties: Object.fromEntries(settings.map((setting) => [setting.key, schemaOf(setting)])),
          required: settings.filter(({ argument }) => argument?.startsWith('<')).map(({ key }) => key),
          additionalProperties: false,
        },
        annotations: { readOnlyHint: !acts, destructiveHint: acts, idempotentHint: !acts, openWorldHint: acts },
        call: (args, context) => run([command.name, ...wordsOf(settings, args)], context),
      };
    });
}

/** A key pair comes from a file: its parts are secrets. */
function schemaOf({ isKeyPair: _, ...setting }: Setting): object {
  return settingSchema(setting);
}

/** Secrets come from the server's environment; a report for people is the result. */
function isArgument({ key, flag, argument, secret }: Setting): boolean {
  return (argument ?? flag) !== undefined && !secret && !OF_A_TERMINAL.has(key);
}

const OF_A_TERMINAL: ReadonlySet<string> = new Set(['json', 'color', 'github', 'interactive', 'progress', 'port']);

/** Returns the words of a command line. Arguments come last, after two dashes, so none is a flag. */
function wordsOf(settings: readonly Setting[], args: Arguments): string[] {
  const given = settings.flatMap((setting) =>
    args[setting.key] === undefined ? [] : { setting, value: args[setting.key] },
  );
  const flags = given.filter(({ setting }) => setting.argument === undefined);
  const others = given.filter(({ setting }) => setting.argument !== undefined);
  return [
    ...flags.flatMap(({ setting, value }) => flagOf(setting, value)),
    ...(others.length > 0 ? ['--', ...others.flatMap(({ value }) => [value].flat().map(String))] : []),
  ];
}

function flagOf(setting: Setting, value: unknown): string[] {
  if (setting.kind === 'switch') return [value === true ? nameOf(setting) : (offFlag(setting) ?? '')];
  return [value].flat().map((one) => `${nameOf(setting)}=${String(one)}`);
}

/** Runs taxiway itself. Throws ConfigError with its message if the exit code is neither 0 nor 1. */
async function run(words: readonly string[], { signal, progress }: CallContext): Promise<string> {
  const program = isSea() ? [] : [...process.execArgv, process.argv[1] ?? ''];
  const child = spawn(process.execPath, [...program, ...words], { stdio: ['ignore', 'pipe', 'pipe'], signal });
  child.stderr.on('data', (chunk) => progress(String(chunk).trim()));
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [code, stdout, stderr] = await Promise.all([ended, readText(child.stdout), readText(child.stderr)]);
  if (code === 0 || code === 1) return `${stdout.trimEnd()}\n(exit code ${code})`;
  throw new ConfigError(`${stdout}${stderr}`.trim());
}

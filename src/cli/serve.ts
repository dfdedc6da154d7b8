import type { Command } from 'commander';
import { defaults, settings } from '../config/config.ts';
import type { Flags } from '../config/setting.ts';

/** `taxiway serve`, also what `taxiway` alone does. */
export function addServe(program: Command): void {
  const command = program.command('serve', { isDefault: true }).description('run the sandbox');
  for (const { key, flag, env, description } of settings) {
    const byDefault = defaults[key] === null || defaults[key] === '' ? '' : `, default ${defaults[key]}`;
    command.option(flag, `${description} (${env}${byDefault})`);
  }
  command.option('--open', 'open the console in the default browser');
  command.action(async ({ open, ...flags }: Flags & { open?: true }) => {
    const { runSandbox } = await import('./run-sandbox.ts');
    await runSandbox(flags, { opensConsole: open === true });
  });
}

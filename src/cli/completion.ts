import type { Command } from 'commander';
import { Argument } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `taxiway completion`: the script with which a shell completes commands, flags and names. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print the script that completes commands, flags, scenarios and rules in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText(
      'after',
      '\nbash: source <(taxiway completion bash), in ~/.bashrc\nzsh:  source <(taxiway completion zsh), in ~/.zshrc ' +
        'after compinit\nfish: taxiway completion fish > ~/.config/fish/completions/taxiway.fish',
    )
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScript } = await import('./completion/complete.ts');
      process.stdout.write(await completionScript(program, shell));
    });
}

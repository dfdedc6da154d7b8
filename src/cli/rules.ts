import type { Command } from 'commander';

/** `taxiway rules`: what the interface document demands, and what checks each demand. */
export function addRules(program: Command): void {
  program
    .command('rules')
    .description('list the rules of the interface document, section by section')
    .option('--coverage', 'with the contracts, scenarios and planted defects of each')
    .option('--json', 'as JSON')
    .action(async (options: { coverage?: boolean; json?: boolean }) => {
      const { listRules } = await import('./list-rules.ts');
      console.log(await listRules(options));
    });
}

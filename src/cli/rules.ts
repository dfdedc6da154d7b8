import type { Command } from 'commander';
import { printListing } from './print-listing.ts';
import { reportWrongUse } from './report-wrong-use.ts';

/** `taxiway rules`: what the interface document demands, and what checks each demand. */
export function addRules(program: Command): void {
  program
    .command('rules')
    .description('list the rules of the interface document, section by section')
    .argument('[rule]', 'one rule, or the beginning of some: with all that is known of them')
    .option('--coverage', 'with the contracts, conduct checks, scenarios, planted defects and bad clients of each')
    .option('--json', 'as JSON')
    .action(async (id: string | undefined, options: { coverage?: boolean; json?: boolean }) => {
      const { collectRules, explainRules, listRules } = await import('./list-rules.ts');
      const rules = await collectRules();
      await reportWrongUse(() =>
        printListing(
          id === undefined ? listRules(rules, options) : explainRules(rules, id, options),
          options.json ?? false,
        ),
      );
    });
}

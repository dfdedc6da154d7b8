import type { Comparison } from './compare.ts';
import { measure, median } from './compare.ts';
import { startServer } from './measured-server.ts';

/**
 * What the journal costs: the sandbox next to one that records nothing, in turn, each round in the other order.
 * Prints the median of the ratios of the rounds.
 */
export async function compareJournal({ title, path, warmUp, amount, bodies }: Comparison): Promise<void> {
  const rounds = await measure(path, warmUp, amount, [
    { name: 'with journal', start: () => startServer('sandbox'), bodies },
    { name: 'without', start: () => startServer('sandbox', 'without-journal'), bodies },
  ]);
  const cpu = (name: string) => median(rounds.map((round) => round[name].cpuMicrosPerRequest)).toFixed(0);
  const ratio = median(
    rounds.map((round) => round['with journal'].cpuMicrosPerRequest / round['without'].cpuMicrosPerRequest),
  );
  console.log(
    `journal, ${title}: CPU µs/request ${cpu('with journal')} with, ${cpu('without')} without: ` +
      `${((ratio - 1) * 100).toFixed(1)} % more\n`,
  );
}

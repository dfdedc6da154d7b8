import type { Comparison } from './compare.ts';
import { measure, median } from './compare.ts';
import { startServer } from './measured-server.ts';

/**
 * What a part of the sandbox costs: the sandbox next to one without that part, in turn, each round in the other order.
 * Prints the median of the ratios of the rounds.
 */
export async function compareWithout(
  part: 'journal',
  { title, path, warmUp, amount, bodies }: Comparison,
): Promise<void> {
  const rounds = await measure(path, warmUp, amount, [
    { name: 'with', start: () => startServer('sandbox'), bodies },
    { name: 'without', start: () => startServer('sandbox', `without-${part}`), bodies },
  ]);
  const cpu = (name: string) => median(rounds.map((round) => round[name].cpuMicrosPerRequest)).toFixed(0);
  const ratio = median(rounds.map((round) => round['with'].cpuMicrosPerRequest / round['without'].cpuMicrosPerRequest));
  console.log(
    `${part}, ${title}: CPU µs/request ${cpu('with')} with, ${cpu('without')} without: ` +
      `${((ratio - 1) * 100).toFixed(1)} % more\n`,
  );
}

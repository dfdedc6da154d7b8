import type { Comparison } from './compare.ts';
import { measure, median, repetitions } from './compare.ts';
import { startServer } from './measured-server.ts';
import { scaled } from './scaled.ts';

/**
 * What a part of the sandbox costs: the sandbox next to one without that part, in turn, each round in the other order.
 * Prints the median of the ratios of the rounds.
 */
export async function compareWithout(
  part: 'journal',
  { title, path, warmUp, amount, bodies }: Comparison,
  scale = 1,
): Promise<void> {
  const contestants = [
    { name: 'with', start: () => startServer('sandbox'), bodies },
    { name: 'without', start: () => startServer('sandbox', `without-${part}`), bodies },
  ];
  const rounds = await measure(path, scaled(warmUp, scale), scaled(amount, scale), contestants, repetitions(scale));
  const cpu = (name: string) => median(rounds.map((round) => round[name].cpuMicrosPerRequest)).toFixed(0);
  const ratio = median(rounds.map((round) => round['with'].cpuMicrosPerRequest / round['without'].cpuMicrosPerRequest));
  console.log(
    `${part}, ${title}: CPU µs/request ${cpu('with')} with, ${cpu('without')} without: ` +
      `${((ratio - 1) * 100).toFixed(1)} % more\n`,
  );
}

import type { Comparison, Contestant } from './compare.ts';
import { measure, median, repetitions } from './compare.ts';
import { startServer, startServerOf } from './measured-server.ts';
import { scaled } from './scaled.ts';

/** Measures the cost of one part: the sandbox next to one without it. */
export async function compareWithout(part: 'journal', comparison: Comparison, scale = 1): Promise<void> {
  const without = () => startServer('sandbox', `without-${part}`);
  await comparePair(`${part}, ${comparison.title}`, ['with', 'without'], without, comparison, scale);
}

/** The sandbox next to that of another clone, which has its own dependencies: the commit before a change. */
export async function compareWithClone(folder: string, comparison: Comparison, scale = 1): Promise<void> {
  await comparePair(comparison.title, ['here', 'there'], () => startServerOf(folder, 'sandbox'), comparison, scale);
}

/** Two sandboxes in turn, each round in the other order. Prints the median of the ratios of the rounds. */
async function comparePair(
  title: string,
  [one, other]: [string, string],
  startOther: Contestant['start'],
  { path, warmUp, amount, bodies }: Comparison,
  scale: number,
): Promise<void> {
  const contestants = [
    { name: one, start: () => startServer('sandbox'), bodies },
    { name: other, start: startOther, bodies },
  ];
  const rounds = await measure(path, scaled(warmUp, scale), scaled(amount, scale), contestants, repetitions(scale));
  const cpu = (name: string) => median(rounds.map((round) => round[name].cpuMicrosPerRequest)).toFixed(0);
  const ratio = median(rounds.map((round) => round[one].cpuMicrosPerRequest / round[other].cpuMicrosPerRequest));
  console.log(`${title}: CPU µs/request ${cpu(one)} ${one}, ${cpu(other)} ${other}: ratio ${ratio.toFixed(3)}\n`);
}

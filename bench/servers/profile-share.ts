import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** What a profile of the CPU says of a part of the code, in percent of the time in which anything ran. */
export interface ProfileShare {
  /** In functions of the part, and in what they call. */
  part: number;
  /** Garbage collection, of all that runs. */
  garbage: number;
}

/** Profiles this process between two messages of its parent: `{ profile: 'start' }`, and the paths of a part. */
export function serveProfiles(): void {
  const session = new Session();
  session.connect();
  process.on('message', ({ profile }: { profile?: 'start' | string[] }) => {
    if (profile === 'start') void start(session).then(() => process.send?.({}));
    else if (profile)
      void session.post('Profiler.stop').then((ended) => process.send?.(shareOf(ended.profile, profile)));
  });
}

async function start(session: Session): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
}

function shareOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, paths: readonly string[]): ProfileShare {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const inPart = new Set<number>();
  const mark = (id: number, isInside: boolean): void => {
    const node = byId.get(id);
    if (!node) return;
    const isPart = isInside || paths.some((path) => node.callFrame.url.includes(path));
    if (isPart) inPart.add(id);
    for (const child of node.children ?? []) mark(child, isPart);
  };
  if (nodes[0]) mark(nodes[0].id, false);
  const times = { all: 0, part: 0, garbage: 0 };
  for (const [i, id] of samples.entries()) {
    const time = timeDeltas[i] ?? 0;
    const name = byId.get(id)?.callFrame.functionName;
    if (name === '(idle)') continue;
    times.all += time;
    if (name === '(garbage collector)') times.garbage += time;
    if (inPart.has(id)) times.part += time;
  }
  return { part: (100 * times.part) / times.all, garbage: (100 * times.garbage) / times.all };
}

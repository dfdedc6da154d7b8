import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Postgres } from '../../test/support/postgres/start-postgres.ts';
import { startPostgres } from '../../test/support/postgres/start-postgres.ts';
import { Travellers } from './travellers.ts';

/**
 * Books on two replicas while PostgreSQL is restarted, every other time by a crash, and while replicas are killed by
 * SIGKILL in turn. Then counts what was acknowledged and is not there, and what is there twice. Throws if there is any.
 */
export async function measureFaults(restarts: number, kills: number): Promise<void> {
  const postgres = startPostgres();
  const replicas = [await startReplica(postgres), await startReplica(postgres)];
  const travellers = new Travellers(() => replicas.map(({ baseUrl }) => baseUrl));
  const booking = travellers.start();
  try {
    await travellers.progress();
    for (let i = 0; i < restarts; i++) {
      await postgres.restart(i % 2 === 0 ? 'immediate' : 'fast');
      await travellers.progress();
    }
    for (let i = 0; i < kills; i++) {
      const at = i % replicas.length;
      await kill(replicas[at]);
      replicas[at] = await startReplica(postgres);
      await travellers.progress();
    }
    await travellers.stop(booking);
    const { sent, inDoubt, acknowledged, lost, doubled } = await travellers.count();
    console.log(`${restarts} restarts of PostgreSQL and ${kills} kills of a replica under load`);
    console.table({ bookings: { sent, 'once in doubt': inDoubt, acknowledged, lost, doubled } });
    if (lost + doubled > 0) throw new Error(`${lost} bookings were lost and ${doubled} doubled`);
  } finally {
    travellers.end();
    await Promise.all(replicas.map(kill));
    await postgres.end();
  }
}

interface Replica {
  baseUrl: string;
  child: ReturnType<typeof fork>;
}

async function startReplica({ url }: Postgres): Promise<Replica> {
  const child = fork(SERVER, [`store=${url}`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ baseUrl }] = (await once(child, 'message')) as [{ baseUrl: string }];
  return { baseUrl, child };
}

async function kill({ child }: Replica): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const SERVER = fileURLToPath(new URL('../servers/sandbox.ts', import.meta.url));

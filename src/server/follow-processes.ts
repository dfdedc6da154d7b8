import type { Service } from '../service.ts';

/**
 * Wakes the streams of a profile when another process has served a call of it, or has replaced its state. A
 * notification can be lost with its connection, so it also looks every second. Returns a function that stops it.
 */
export function followProcesses(service: Service): () => void {
  const { store, journal, log } = service;
  if (!store.isShared) return () => undefined;
  const look = (profileCode: string) =>
    void wakeStreams(service, profileCode).catch((error: unknown) => log.error({ err: error }, FAILED));
  store.listen(look);
  const timer = setInterval(() => journal.watchers.profiles().forEach(look), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function wakeStreams({ store, journal, profileLock }: Service, profileCode: string): Promise<void> {
  if (journal.watchers.of(profileCode).size === 0) return;
  // Notes the state of the profile in the database.
  await store.profiles.find(profileCode);
  await profileLock.catchUp(profileCode);
  for (const watcher of journal.watchers.of(profileCode)) watcher.wake();
}

const EVERY_MS = 1000;
const FAILED = 'the streams of a profile could not follow the other processes';

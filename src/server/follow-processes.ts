import { reportHere } from '../control-api/journal/report-change.ts';
import type { ControlOperationId } from '../interface/control-api.ts';
import type { Service } from '../service.ts';
import type { Message } from '../store/store.ts';

/**
 * Wakes a profile's streams when another process has served a call for it, or has replaced its state, and reports the
 * changes made there. A notification can be lost with its connection, so it also looks every second. Returns a function
 * that stops it.
 */
export function followProcesses(service: Service): () => void {
  const { store, journal, judge, log } = service;
  if (!store.isShared) return () => undefined;
  const look = (profileCode: string) =>
    void wakeStreams(service, profileCode).catch((error: unknown) => log.error({ err: error }, FAILED));
  store.onAsked(async (question) => {
    if (question === null) return journal.flush();
    try {
      await judge?.judgeUntil(question);
      return true;
    } catch (error) {
      log.error({ err: error }, NOT_JUDGED);
      return false;
    }
  });
  store.listen(look);
  store.hear((message) => followMessage(service, message));
  const lookAtAll = () => {
    const profileCodes = [...journal.watchers.profiles(), ...(judge?.watchers.profiles() ?? [])];
    for (const profileCode of new Set(profileCodes)) look(profileCode);
  };
  const timer = setInterval(lookAtAll, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function wakeStreams({ store, journal, judge, profileLock }: Service, profileCode: string): Promise<void> {
  judge?.wake(profileCode);
  if (journal.watchers.of(profileCode).size === 0) return;
  // Notes the profile's state in the database.
  await store.profiles.find(profileCode);
  await profileLock.catchUp(profileCode);
  for (const watcher of journal.watchers.of(profileCode)) watcher.wake();
}

/** Clients open their streams again: those with a revoked key are refused, and the others read what they missed. */
function followMessage(service: Service, message: Message | null): void {
  const { watchers } = service.journal;
  if (message === null) for (const profileCode of watchers.profiles()) watchers.end(profileCode);
  else if (message.event === 'revoked') watchers.end(message.profileCode);
  else if (message.event === 'watched') cutStreams(service, message.profileCode);
  // The sender has the same operation list.
  else reportHere(service, message.operationId as ControlOperationId, message.profileCode);
}

/** Ends the streams that an exam must not show to others. */
function cutStreams({ exams, log }: Service, profileCode: string): void {
  exams.watch.cutStreams(profileCode).catch((error: unknown) => log.error({ err: error }, FAILED));
}

const EVERY_MS = 1000;
const NOT_JUDGED = 'calls of a profile were not judged for another process';
const FAILED = 'the streams of a profile could not follow the other processes';

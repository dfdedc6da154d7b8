import type { Response } from 'express';
import type { Service } from '../../service.ts';
import { EventWriter } from './event-writer.ts';
import { JournalFollower } from './journal-follower.ts';

/**
 * Sends the exchanges of a profile after a sequence number, and then each new one, as server-sent events until either
 * side ends it. They are read from the store as fast as the client reads them: a slow client uses no memory, and
 * learns how many exchanges it missed when the journal dropped some in the meantime.
 */
export function streamExchanges(service: Service, profileCode: string, after: number, res: Response): void {
  const { journal, log } = service;
  const events = new EventWriter(res);
  const follower = new JournalFollower(service, profileCode, after, events);
  let stopWatching = (): void => undefined;
  const stop = (): void => {
    events.stop();
    stopWatching();
  };
  const end = (): void => {
    stopWatching();
    events.end();
  };
  const wake = (): void =>
    void follower.writeNew().catch((error: unknown) => {
      log.error({ err: error }, 'a stream of the journal broke off');
      end();
    });
  stopWatching = journal.watch(profileCode, {
    wake,
    end,
    restart() {
      follower.restart();
      wake();
    },
  });
  if (!events.isOpen) return;
  res.once('close', stop);
  if (res.destroyed) stop();
  else wake();
}

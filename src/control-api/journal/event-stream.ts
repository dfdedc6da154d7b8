import type { Response } from 'express';
import type { Service } from '../../service.ts';
import { describeSummary } from './describe-exchange.ts';

/**
 * Sends the exchanges of a profile behind a sequence number, and then each new one, as server-sent events until
 * either side ends it. They are read from the store as fast as the client takes them: a slow one costs nothing,
 * and is told how many it missed when the journal had to drop them meanwhile.
 */
export function streamExchanges(
  { journal, store, log }: Service,
  profileCode: string,
  after: number,
  res: Response,
): void {
  let sent = after;
  let open = true;
  /** How often the journal has begun anew: a page that was read before is not of this one. */
  let beginnings = 0;
  let pumping = false;
  let again = false;
  let goOn = (): void => undefined;

  const pump = async (): Promise<void> => {
    again = true;
    if (pumping) return;
    pumping = true;
    while (again && open) {
      again = false;
      while (open && (await sendPage())) await drained();
    }
    pumping = false;
  };

  /** Answers whether there was anything to send. */
  const sendPage = async (): Promise<boolean> => {
    const beginning = beginnings;
    const page = await store.journal.list(profileCode, { after: sent, order: 'oldest', limit: PAGE });
    if (beginning !== beginnings) return true;
    if (page.length === 0) return false;
    const missed = page[0]!.sequence - sent - 1;
    if (missed > 0) write('dropped', { exchanges: missed });
    for (const exchange of page) write('exchange', describeSummary(exchange), exchange.sequence);
    sent = page.at(-1)!.sequence;
    return true;
  };

  const drained = async (): Promise<void> => {
    if (!open || !res.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      goOn = resolve;
      res.once('drain', resolve);
    });
  };

  const write = (event: string, body: object, id?: number): void => {
    if (!res.destroyed)
      res.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(body)}\n\n`);
  };

  const wake = (): void =>
    void pump().catch((error: unknown) => {
      log.error({ err: error }, 'a stream of the journal broke off');
      end();
    });
  const end = (): void => {
    stop();
    // A client that has stopped reading would hold the sandbox when it closes.
    if (res.writableNeedDrain) res.destroy();
    else res.end();
  };
  const stop = (): void => {
    open = false;
    clearInterval(heartbeat);
    stopWatching();
    goOn();
  };

  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  res.write(`retry: ${RETRY_MS}\n\n`);
  const heartbeat = setInterval(() => {
    if (!res.destroyed && !res.writableNeedDrain) res.write(': still there\n\n');
  }, HEARTBEAT_MS).unref();
  let stopWatching = (): void => undefined;
  stopWatching = journal.watch(profileCode, {
    wake,
    end,
    restart() {
      sent = 0;
      beginnings += 1;
      write('restarted', {}, 0);
      wake();
    },
  });
  if (!open) return;
  res.once('close', stop);
  if (res.destroyed) stop();
  else wake();
}

const PAGE = 50;
const RETRY_MS = 1000;
const HEARTBEAT_MS = 15_000;

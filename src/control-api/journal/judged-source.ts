import type { JournalSource } from '../../check/judge/live/journal-source.ts';
import { STRAY } from '../../check/judge/live/journal-source.ts';
import type { Config } from '../../config/config.ts';
import type { Exchange, Header, Message } from '../../exchange/exchange.ts';
import { withoutUnread } from '../../exchange/exchange.ts';
import { targetOf } from '../../http/documented-target.ts';
import type { Journal } from '../../journal/journal.ts';
import { withInstants } from '../../journal/real-time.ts';
import type { Strays } from '../../journal/strays.ts';
import type { Store } from '../../store/store.ts';
import type { SentStray } from '../../store/strays.ts';

interface SourceServices {
  config: Config;
  store: Pick<Store, 'ask' | 'journal'>;
  journal: Pick<Journal, 'flush'>;
  strays: Pick<Strays, 'dropped' | 'flush' | 'sentBy'>;
}

/** Returns the journals and the stray calls of a store, as the judge reads them. */
export function journalSource({ config, store, journal, strays }: SourceServices): JournalSource {
  const { transferPrefix, serviceIdHeader } = config;
  const shown = (exchange: Exchange): Exchange => ({ ...exchange, path: targetOf(exchange.path, transferPrefix) });
  const sentBy = async (profileCode: string | null, after: number, isAuthenticated: boolean) =>
    (await strays.sentBy(profileCode, after))
      .filter(({ sender }) => sender.isAuthenticated === isAuthenticated)
      .map((stray) => shown(toExchange(stray, serviceIdHeader)));

  return {
    settle: async () => (await Promise.all([store.ask(), journal.flush(), strays.flush()]))[0],

    async read(profileCode, after) {
      const judged = await store.journal.judged(profileCode, after);
      if (!judged) return undefined;
      const { mark } = judged;
      // Imported exchanges are those of another sandbox.
      const own = judged.exchanges.filter(({ realTime }) => realTime !== null);
      return {
        mark,
        exchanges: own.map((exchange) =>
          shown({ ...withInstants(exchange), request: withoutUnread(exchange.request), profileCode }),
        ),
        strays: await sentBy(profileCode, mark.clearedStray, true),
      };
    },

    async unauthenticated(profileCode) {
      const after = profileCode === null ? 0 : (await store.journal.judged(profileCode, () => Infinity))?.mark;
      return sentBy(profileCode, typeof after === 'number' ? after : (after?.clearedStray ?? 0), false);
    },

    droppedStrays: () => strays.dropped(),
    clear: (profileCode) => store.journal.clearVerdicts(profileCode),
  };
}

/** Returns a stray call as an exchange. Its bodies are not stored. */
function toExchange(stray: SentStray, serviceIdHeader: string): Exchange {
  const { requestId, at, realTime, durationMs, method, path, status, sender } = stray;
  const { authorization, serviceId } = sender;
  const headers: Header[] = [];
  if (authorization !== null) headers.push(['Authorization', authorization]);
  if (serviceId !== null) headers.push([serviceIdHeader, serviceId]);
  return withInstants({
    exchangeId: requestId,
    sequence: STRAY,
    ...{ at, realTime, durationMs },
    overlapped: 0,
    operationId: stray.operationId,
    method: method ?? '',
    path: path ?? '',
    profileCode: sender.profileCode ?? '',
    origin: sender.origin,
    status,
    ending: status === null ? 'client-gone' : 'answered',
    scenario: null,
    scenarioFrom: null,
    request: { ...NOT_STORED, headers },
    response: status === null ? null : NOT_STORED,
  });
}

const NOT_STORED: Message = { headers: [], body: null, encoding: 'utf-8', bodyBytes: 0, cut: true };

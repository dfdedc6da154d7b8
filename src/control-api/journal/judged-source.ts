import { isUtf8 } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import type { JournalSource, SourceExchange } from '../../check/judge/live/journal-source.ts';
import type { Held } from '../../check/judge/recording/service-finder.ts';
import type { Config } from '../../config/config.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { inPairs, withoutUnread } from '../../exchange/exchange.ts';
import { originForm } from '../../http/exchange.ts';
import type { BufferedExchange } from '../../journal/captured-exchange.ts';
import { toNewExchange } from '../../journal/captured-exchange.ts';
import type { Journal } from '../../journal/journal.ts';
import { withInstants } from '../../journal/real-time.ts';
import type { JournaledExchange, NewMessage } from '../../store/journal.ts';
import type { Store } from '../../store/store.ts';

interface SourceServices {
  config: Config;
  store: Pick<Store, 'ask' | 'journal' | 'isShared' | 'now' | 'profiles'>;
  journal: Pick<Journal, 'flush' | 'pending'>;
}

/** Returns a store's journals, with the exchanges that wait to be written, as the judge reads them. */
export function journalSource({ config, store, journal }: SourceServices): JournalSource {
  const { isShared } = store;
  const shown = (profileCode: string, exchange: JournaledExchange): Exchange => ({
    ...(isShared ? withInstants(exchange) : exchange),
    path: targetOf(exchange.path, config.transferPrefix),
    request: withoutUnread(exchange.request),
    profileCode,
  });

  return {
    isShared,

    async settle() {
      if (!isShared) return { missing: null, until: Infinity };
      const now = store.now();
      const until = now + CLOCKS_MS;
      // By then every clock has passed that instant, so no exchange that ended before it can come later.
      await wait(2 * CLOCKS_MS);
      const [areWritten, isWritten] = await Promise.all([store.ask(null), journal.flush()]);
      if (areWritten && isWritten) return { missing: null, until };
      return { missing: areWritten ? UNWRITTEN : UNCONFIRMED, until: now - LATE_MS };
    },

    async settleToDrop(profileCode) {
      if (!isShared) return { until: Infinity, isConfirmed: true };
      const now = store.now() - CLOCKS_MS;
      const isWritten = await store.ask(null);
      // Other profiles' calls count too: a client may use their ids.
      const ends = journal
        .pending()
        .map(({ realTime, durationMs }) => Math.floor((realTime ?? now) + (durationMs ?? 0)) - 1);
      const until = Math.min(isWritten ? now : now - LATE_MS, ...ends);
      return { until, isConfirmed: (await store.ask({ profileCode, until })) && isWritten };
    },

    async read(profileCode, after) {
      const pending = isShared ? [] : journal.pending(profileCode);
      const ids = new Set(pending.map(({ exchangeId }) => exchangeId));
      const judged = await store.journal.judged(profileCode, (mark) => after(mark, ids));
      if (!judged) return undefined;
      const { mark, exchanges } = judged;
      for (const { exchangeId } of exchanges) ids.delete(exchangeId);
      const stored = exchanges.map((exchange) => toStored(shown(profileCode, exchange)));
      const waiting = pending
        .filter(({ exchangeId }) => ids.has(exchangeId))
        .map((exchange, i) => toWaiting(exchange, mark.last + i + 1, (one) => shown(profileCode, one)));
      return { mark, exchanges: [...stored, ...waiting] };
    },

    others: async (profileCode) =>
      (await store.profiles.list('', MOST_OTHERS + 1, '', 'latest-call'))
        .map(({ code }) => code)
        .filter((code) => code !== profileCode),

    clear: async (profileCode) => {
      await journal.flush();
      await store.journal.clearVerdicts(profileCode);
    },
  };
}

function toStored(exchange: Exchange): SourceExchange {
  const { exchangeId, authenticated = true } = exchange;
  return { exchangeId, authenticated, exchange, isWaiting: false };
}

/** Returns an exchange that is not in the store yet, as it will be stored. It is created when it is first read. */
function toWaiting(
  exchange: BufferedExchange,
  sequence: number,
  shown: (exchange: JournaledExchange) => Exchange,
): SourceExchange {
  const { exchangeId, authenticated } = exchange;
  let made: ReturnType<typeof withHeld> | undefined;
  const make = () => (made ??= withHeld(exchange, sequence, shown));
  return {
    exchangeId,
    authenticated,
    get exchange() {
      return make().exchange;
    },
    get held() {
      return make().held;
    },
    isWaiting: true,
    onJudged() {
      exchange.isJudged = true;
      exchange.value = undefined;
    },
  };
}

/** Passes the value of its body, so that it is not parsed again. */
function withHeld(
  exchange: BufferedExchange,
  sequence: number,
  shown: (exchange: JournaledExchange) => Exchange,
): { exchange: Exchange; held: Held } {
  const { request, response, profileCode: _profileCode, ...head } = toNewExchange(exchange);
  const { value, status } = exchange;
  // A redacted body differs from its value.
  const isKnown = value !== undefined && status !== null && response?.body === exchange.response?.content;
  const held: Held = {
    bytes: HEAD_BYTES + BYTES_PER_CHARACTER * (response?.body?.length ?? 0),
    ...(isKnown && {
      response: {
        status,
        body: { value, json: response?.body ?? undefined },
        retryAfter: exchange.responseHeaders['Retry-After']?.toString(),
      },
    }),
  };
  return {
    exchange: shown({
      ...head,
      sequence,
      request: toMessage(request),
      response: response && toMessage(isKnown ? { ...response, body: null } : response),
    }),
    held,
  };
}

function toMessage({ headers, body, bodyBytes, cut }: NewMessage) {
  const encoding = body === null || isUtf8(body) ? ('utf-8' as const) : ('base64' as const);
  return { headers: inPairs(headers), body: body && body.toString(encoding), encoding, bodyBytes, cut };
}

/** Enough for a client with several brands. */
const MOST_OTHERS = 20;
/** Maximum difference between the clocks of the processes. */
const CLOCKS_MS = 4;
/** Measured: a value without shared parts takes 1.5 times the size of its JSON, which is held too. */
const BYTES_PER_CHARACTER = 2.5;
/** Estimated size of an exchange without its response: headers, and a request body. */
const HEAD_BYTES = 2000;
/**
 * Unless they are known to be written, no exchanges from this last time are judged: an earlier one that is written
 * later would begin the verdicts again, without the dropped exchanges.
 */
const LATE_MS = 5000;
const UNCONFIRMED = 'another process did not confirm that its calls are in the journal; read the verdicts again';
const UNWRITTEN = 'the store could not be written, and some calls are not in the journal yet; read the verdicts again';

/** Returns an address as the document has it: without the prefix of the transfers, and without the scenarios. */
function targetOf(url: string, prefix: string): string {
  const address = originForm(url);
  const target = prefix !== '' && address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : address;
  return target.includes('scenario') ? withoutScenario(target) : target;
}

function withoutScenario(target: string): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  const rest = (query ?? '').split('&').filter((part) => part !== '' && !/^scenario(=|$)/.test(part));
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path;
}

import type { Exchange } from '../../../exchange/exchange.ts';
import type { Finding } from '../finding.ts';
import type { Judge } from '../judge.ts';
import type { CallJudgeOptions } from '../recording/call-judge.ts';
import { CallJudge } from '../recording/call-judge.ts';
import type { FindPath } from '../recording/find-path.ts';
import { createFindPath } from '../recording/find-path.ts';
import { toServiceCall } from '../recording/service-finder.ts';

/** Judges the exchanges of a journal: each has its profile, its operation and its path below the base URL. */
export class JournaledCalls {
  readonly #calls: CallJudge;
  readonly #findPath: FindPath;
  readonly #serviceIdHeader: string;
  #weight = 0;

  constructor(options: Omit<CallJudgeOptions, 'origins'>) {
    this.#calls = new CallJudge({ ...options, origins: [] });
    this.#findPath = createFindPath(options.spec);
    this.#serviceIdHeader = options.serviceIdHeader.toLowerCase();
  }

  get judge(): Judge {
    return this.#calls.judge;
  }

  /** Approximate number of characters of the exchanges so far. */
  get weight(): number {
    return this.#weight;
  }

  /** Judges an exchange; only counts a call of a page. `gap`: see `Judge.judge`. Returns the findings. */
  take(exchange: Exchange, gap: string | null): readonly Finding[] {
    const { profileCode = '', operationId, method, path } = exchange;
    const found = operationId === null ? null : this.#findPath(method, path.replace(/\?.*/s, ''));
    const call = toServiceCall(exchange, profileCode, found, this.#serviceIdHeader);
    this.#weight += call.weight + HEAD_WEIGHT;
    if (!call.isOfPage) return this.#calls.take(call, gap);
    this.#calls.passOver(call, gap);
    return [];
  }
}

/** An exchange without its bodies, in characters. */
const HEAD_WEIGHT = 1000;

import type { Finding } from '../../check/judge/finding.ts';
import type { CallJudgeOptions } from '../../check/judge/recording/call-judge.ts';
import { CallJudge } from '../../check/judge/recording/call-judge.ts';
import type { JudgedRecording } from '../../check/judge/recording/judge-recording.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { GAP } from '../../exchange/exchange.ts';
import { Redaction } from '../../exchange/redaction.ts';
import { ServiceClock, toServiceTime } from '../../exchange/service-clock.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { PassedExchange } from './capture.ts';
import { Liveness } from './record.ts';
import { heldOf, record, servedValue } from './record.ts';
import type { Seal } from './traffic.ts';

/** Further handling of each recorded exchange. `value`: the parsed body of the upstream's response. */
export type Observer = (exchange: Exchange, findings: readonly Finding[], value: unknown) => void;

/** Records exchanges, then judges them and passes them to the observers, in the order in which they ended. */
export class Keeper {
  readonly secrets = new Redaction();
  readonly liveness = new Liveness();
  readonly calls: CallJudge;
  readonly #clock = new ServiceClock();
  readonly #upstream: Upstream;
  readonly #observers: readonly Observer[];
  readonly #write: (exchange: Exchange) => void;
  #count = 0;

  constructor(
    upstream: Upstream,
    options: Omit<CallJudgeOptions, 'origins'> & { write: (exchange: Exchange) => void },
    observers: readonly Observer[],
  ) {
    this.#upstream = upstream;
    this.calls = new CallJudge({ ...options, origins: [] });
    this.#write = options.write;
    this.#observers = observers;
  }

  async record(passed: PassedExchange, seal: Seal): Promise<Exchange> {
    const { origin, baseUrl: base } = this.#upstream;
    const exchange = await record(passed, seal, { origin, base, redaction: this.secrets });
    Object.assign(exchange, toServiceTime(exchange.at, this.#clock.note(exchange)));
    this.#count++;
    this.#write(exchange);
    return exchange;
  }

  judge(exchange: Exchange): void {
    const value = servedValue(exchange);
    this.liveness.note(value);
    const findings = this.calls.find(exchange, heldOf(exchange, value)).flatMap((call) => this.calls.take(call, GAP));
    for (const observe of this.#observers) observe(exchange, findings, value);
  }

  /** Returns the judge's state. */
  state(): JudgedRecording {
    return this.calls.state('har', this.#count, this.secrets);
  }
}

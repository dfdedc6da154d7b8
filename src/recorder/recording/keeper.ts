import type { Finding } from '../../check/judge/finding.ts';
import type { CallJudgeOptions } from '../../check/judge/recording/call-judge.ts';
import { CallJudge } from '../../check/judge/recording/call-judge.ts';
import type { JudgedRecording } from '../../check/judge/recording/judge-recording.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { GAP } from '../../exchange/recording-reader.ts';
import { Redaction } from '../../exchange/redaction.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { PassedExchange } from './capture.ts';
import { Liveness } from './record.ts';
import { heldOf, record, servedValue } from './record.ts';

/** What else is done with each exchange once it is recorded. `value`: that of what the upstream sent. */
export type Observer = (exchange: Exchange, findings: readonly Finding[], value: unknown) => void;

/** Records exchanges, judges them, and hands them to the observers, all in the order in which they ended. */
export class Keeper {
  readonly secrets = new Redaction();
  readonly liveness = new Liveness();
  readonly calls: CallJudge;
  readonly #upstream: Upstream;
  readonly #observers: readonly Observer[];
  #count = 0;

  constructor(upstream: Upstream, options: Omit<CallJudgeOptions, 'origins'>, observers: readonly Observer[]) {
    this.#upstream = upstream;
    this.calls = new CallJudge({ ...options, origins: [] });
    this.#observers = observers;
  }

  async take(passed: PassedExchange, sequence: number): Promise<void> {
    const { origin, baseUrl: base } = this.#upstream;
    const exchange = await record(passed, sequence, { origin, base, redaction: this.secrets });
    this.#count++;
    const value = servedValue(exchange);
    this.liveness.note(value);
    const findings = this.calls.find(exchange, heldOf(exchange, value)).flatMap((call) => this.calls.take(call, GAP));
    for (const observe of this.#observers) observe(exchange, findings, value);
  }

  /** Where the judge stands. */
  state(): JudgedRecording {
    return this.calls.state('har', this.#count, this.secrets);
  }
}

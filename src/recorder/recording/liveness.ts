import { isRecord } from '../../base/values/kinds.ts';

/** What the upstream says of itself in its responses: once live, live from then on. */
export class Liveness {
  #liveMode: boolean | null = null;

  /** Null as long as no response has said it. */
  get liveMode(): boolean | null {
    return this.#liveMode;
  }

  /** Takes note of the body of a response. */
  note(body: unknown): void {
    const said = saysLive(body);
    if (said !== null && this.#liveMode !== true) this.#liveMode = said;
  }
}

/** What a body says; null for nothing. */
export function saysLive(body: unknown): boolean | null {
  const said = isRecord(body) ? body['liveMode'] : undefined;
  return typeof said === 'boolean' ? said : null;
}

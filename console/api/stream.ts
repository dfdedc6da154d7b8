import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { EventSourceMessage } from 'eventsource-parser';
import { readEvents } from '../../src/base/read-events.ts';
import { control, ControlError, dataOf, sandboxUrl, toError } from './client.ts';
import { authorization } from './sign-in.ts';

/** `refused` is final: the profile is gone, or the credential is wrong. After `lost`, the stream reconnects. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'refused';

/**
 * Follows a profile: its changes and its exchanges after a sequence number, or only new ones for null. Reconnects after
 * an interruption. EventSource cannot send credentials, so this uses fetch.
 */
export class EventStream {
  readonly #state = signal<StreamState>('connecting');
  readonly #stop = new AbortController();
  readonly #profileCode: string;
  readonly #onEvent: (event: EventSourceMessage) => void;
  #last: number | null;

  constructor(
    profileCode: string,
    onEvent: (event: EventSourceMessage) => void,
    { after }: { after: number | null } = { after: 0 },
  ) {
    this.#profileCode = profileCode;
    this.#onEvent = onEvent;
    this.#last = after;
    void this.#follow();
  }

  get state(): ReadonlySignal<StreamState> {
    return this.#state;
  }

  close(): void {
    this.#stop.abort();
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const isRefused = await this.#connect().catch(isFinal);
      if (this.#stop.signal.aborted) return;
      this.#state.value = isRefused ? 'refused' : 'lost';
      if (isRefused) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** Resolves when the stream ends: true if the sandbox refuses it for good. */
  async #connect(): Promise<boolean> {
    if (this.#last) await this.#noticeRestart(this.#last);
    const from = this.#last === null ? '' : `?after=${this.#last}`;
    const url = `${sandboxUrl}/_sandbox/profiles/${this.#profileCode}/journal/stream${from}`;
    const headers = authorization.value;
    const response = await fetch(url, { headers, signal: this.#stop.signal });
    if (!response.ok) {
      return isFinal(await toError(response, headers['Authorization'] ?? null));
    }
    this.#state.value = 'open';
    for await (const event of readEvents(response.body)) {
      if (event.event === 'restarted') this.#last = 0;
      if (event.id !== undefined) this.#last = Number(event.id);
      this.#onEvent(event);
    }
    return false;
  }

  /** A sandbox restarted without its file counts from 1 again. */
  async #noticeRestart(last: number): Promise<void> {
    const { exchanges } = await dataOf(
      control.GET('/_sandbox/profiles/{profileCode}/journal', {
        params: { path: { profileCode: this.#profileCode }, query: { limit: 1 } },
      }),
    );
    if ((exchanges[0]?.sequence ?? 0) >= last) return;
    this.#last = 0;
    this.#onEvent({ event: 'restarted', data: '{}' });
  }
}

/**
 * True if the sandbox would refuse again: the profile is gone, or the credential is wrong. A refusal for too many
 * streams (409) may pass.
 */
function isFinal(error: unknown): boolean {
  return error instanceof ControlError && error.status >= 400 && error.status < 500 && error.status !== 409;
}

const RETRY_MS = 1000;

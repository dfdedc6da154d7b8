/** A control API call, as it arrives. */
export interface ControlCall {
  method: string;
  path: string;
  /** Method and path without secrets, for reports. */
  shown: string;
  /** The call's header `X-Taxiway-Exam`. */
  key?: string | undefined;
  /** Ends the call early. */
  cut(this: void): void;
}

/** Callers' keys, except the client's. */
export interface ExamKeys {
  /** The exam's own key. */
  own: string;
  /** The page's key in a person-led exam. */
  page?: string;
}

/** The examined client, and the other callers. */
export interface Watched {
  keys: ExamKeys;
  /** True if other clients call the sandbox too. */
  isShared?: boolean;
}

/** The control API calls during one situation, as in `DELETE /_sandbox/profiles/dp_…/scenario`. */
export interface WatchedCalls {
  /** Calls without a key, from the client or any other caller. */
  client: readonly string[];
  /** Calls with the page key and an effect on the client's situation. */
  page: readonly string[];
}

/**
 * Watches the control API while clients run: neither journal nor judge see calls under `/_sandbox`. The sandbox notes
 * each call on arrival, so the watch also has calls from a client that has ended.
 */
export class ControlWatch {
  /** The running clients, by profile. */
  readonly #running = new Map<string, Running>();
  /** Streams still open. */
  readonly #streams = new Set<ControlCall>();

  note(call: ControlCall): void {
    const { method, path } = call;
    if (!BELOW.test(path)) return;
    if (STREAM.test(path)) this.#streams.add(call);
    if (this.#running.size === 0) return;
    const own = profileIn(path);
    const isReading = method === 'GET' || method === 'HEAD';
    // A call without a profile, such as one to the common clock, concerns every client: all run the same program.
    const met = own === undefined ? [...this.#running.values()] : [this.#running.get(own)];
    for (const running of met) {
      if (!running || running.calls.length >= MOST_CALLS || call.key === running.keys.own) continue;
      if (own === undefined && isReading && (running.isShared || !LIST.test(path))) continue;
      running.calls.push({ ...call, isFromPage: isKeyOf(running.keys, call.key) });
    }
  }

  /** Removes a noted call. The sandbox calls it when the call ends. */
  forget(call: ControlCall): void {
    this.#streams.delete(call);
  }

  /** Begins to watch. The exam calls it before the clients of a profile start. A running watch keeps its calls. */
  begin(profileCode: string, { keys, isShared = false }: Watched): void {
    const { calls = [] } = this.#running.get(profileCode) ?? {};
    this.#running.set(profileCode, { calls, keys, isShared });
    this.#cutStreams(profileCode, keys);
  }

  /** Replaces the keys from now on. */
  rekey(profileCode: string, keys: ExamKeys): void {
    const running = this.#running.get(profileCode);
    if (running) running.keys = keys;
    this.#cutStreams(profileCode, keys);
  }

  /** Returns the calls since the beginning, or since the previous call. Leaves out the exam's own. */
  take(profileCode: string): WatchedCalls {
    const running = this.#running.get(profileCode);
    if (!running) return { client: [], page: [] };
    const calls = running.calls.splice(0);
    return {
      client: calls.filter(({ isFromPage }) => !isFromPage).map(({ shown }) => shown),
      page: calls.filter((call) => call.isFromPage && isChange(call)).map(({ shown }) => shown),
    };
  }

  /** Stops watching a profile. */
  end(profileCode: string): void {
    this.#running.delete(profileCode);
  }

  /** Ends the streams opened without a key. They would show the rest to a reader outside the watch. */
  #cutStreams(profileCode: string, keys: ExamKeys): void {
    for (const { path, key, cut } of this.#streams) if (profileIn(path) === profileCode && !isKeyOf(keys, key)) cut();
  }
}

/** Calls to one profile, until `take` returns them. */
interface Running extends Required<Watched> {
  calls: (ControlCall & { isFromPage: boolean })[];
}

function isKeyOf({ own, page }: ExamKeys, key: string | undefined): boolean {
  return key !== undefined && (key === own || key === page);
}

/** True if a call changed the client's situation. The exam steps belong to the person. */
function isChange({ method, path }: ControlCall): boolean {
  return method !== 'GET' && !path.endsWith(NEW_KEYS) && !STEP.test(path);
}

/** Returns the profile in a path, in any notation. */
function profileIn(path: string): string | undefined {
  const [, code] = /^\/_sandbox\/profiles\/([^/]+)/i.exec(path) ?? [];
  try {
    return code && decodeURIComponent(code);
  } catch {
    return code;
  }
}

const BELOW = /^\/_sandbox/;
const STREAM = /\/stream\/?$/;
const STEP = /^\/_sandbox\/profiles\/[^/]+\/exam(?:\/|$)/;
/** Path that lists profiles with their armed scenarios. */
const LIST = /^\/_sandbox\/profiles\/?$/;
const NEW_KEYS = '/credentials';
/** Maximum kept calls for each situation. */
const MOST_CALLS = 1000;

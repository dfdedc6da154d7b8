/** A call of the control API, as it arrives. */
export interface ControlCall {
  method: string;
  path: string;
  /** Method and path without secrets, for reports. */
  shown: string;
  /** The call's header `X-Taxiway-Exam`. */
  key?: string | undefined;
  /** Ends it before its time. */
  cut(this: void): void;
}

/** The keys by which a watch knows the callers that are not the client. */
export interface ExamKeys {
  /** Of the exam itself. */
  own: string;
  /** Of the page by which a person leads the exam. */
  page?: string;
}

/** The client of an exam, and those who call in addition to it. */
export interface Watched {
  keys: ExamKeys;
  /** True if other clients call the sandbox too. */
  isShared?: boolean;
}

/** The calls of the control API during one situation, as in `DELETE /_sandbox/profiles/dp_…/scenario`. */
export interface WatchedCalls {
  /** Calls of the client, or of any other caller without a key. */
  client: readonly string[];
  /** Calls with the key of the page that changed what the client meets. */
  page: readonly string[];
}

/**
 * Watches the control API while clients run: neither journal nor judge see calls under `/_sandbox`. The sandbox notes
 * each call when it arrives, so that none is missed whose client has ended since.
 */
export class ControlWatch {
  /** The clients that run, by profile. */
  readonly #running = new Map<string, Running>();
  /** Streams that have not ended. */
  readonly #streams = new Set<ControlCall>();

  note(call: ControlCall): void {
    const { method, path } = call;
    if (!BELOW.test(path)) return;
    if (STREAM.test(path)) this.#streams.add(call);
    if (this.#running.size === 0) return;
    const own = profileIn(path);
    const isReading = method === 'GET' || method === 'HEAD';
    // The clock of all profiles, for example: every client that runs is the same program.
    const met = own === undefined ? [...this.#running.values()] : [this.#running.get(own)];
    for (const running of met) {
      if (!running || running.calls.length >= MOST_CALLS || call.key === running.keys.own) continue;
      if (own === undefined && isReading && (running.isShared || !LIST.test(path))) continue;
      running.calls.push({ ...call, isFromPage: isKeyOf(running.keys, call.key) });
    }
  }

  /** To be called once a call has ended that was noted. */
  forget(call: ControlCall): void {
    this.#streams.delete(call);
  }

  /** To be called before the clients of a profile start. A watch that runs already keeps its calls. */
  begin(profileCode: string, { keys, isShared = false }: Watched): void {
    const { calls = [] } = this.#running.get(profileCode) ?? {};
    this.#running.set(profileCode, { calls, keys, isShared });
    this.#cutStreams(profileCode, keys);
  }

  /** Takes other keys from now on. */
  rekey(profileCode: string, keys: ExamKeys): void {
    const running = this.#running.get(profileCode);
    if (running) running.keys = keys;
    this.#cutStreams(profileCode, keys);
  }

  /** Returns the calls since the beginning, or since the last time. Those of the exam itself are left out. */
  take(profileCode: string): WatchedCalls {
    const running = this.#running.get(profileCode);
    if (!running) return { client: [], page: [] };
    const calls = running.calls.splice(0);
    return {
      client: calls.filter(({ isFromPage }) => !isFromPage).map(({ shown }) => shown),
      page: calls.filter((call) => call.isFromPage && isChange(call)).map(({ shown }) => shown),
    };
  }

  /** Ends the watch over a profile. */
  end(profileCode: string): void {
    this.#running.delete(profileCode);
  }

  /** Ends the streams that were opened without a key: they would show the rest to a reader whom nobody notes. */
  #cutStreams(profileCode: string, keys: ExamKeys): void {
    for (const { path, key, cut } of this.#streams) if (profileIn(path) === profileCode && !isKeyOf(keys, key)) cut();
  }
}

/** The calls to one profile that nobody has taken. */
interface Running extends Required<Watched> {
  calls: (ControlCall & { isFromPage: boolean })[];
}

function isKeyOf({ own, page }: ExamKeys, key: string | undefined): boolean {
  return key !== undefined && (key === own || key === page);
}

/** True if a call changed what the client meets. The steps of the exam are those of the person. */
function isChange({ method, path }: ControlCall): boolean {
  return method !== 'GET' && !path.endsWith(NEW_KEYS) && !STEP.test(path);
}

/** The profile in a path, in any notation. */
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
/** The profiles with what is armed on each. */
const LIST = /^\/_sandbox\/profiles\/?$/;
const NEW_KEYS = '/credentials';
/** Calls of one situation that are kept. */
const MOST_CALLS = 1000;

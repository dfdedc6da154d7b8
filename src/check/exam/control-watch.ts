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

/** Keys of the callers other than the client. */
export interface ExamKeys {
  /** The exam's own key. */
  own: string;
  /** The page's key in a person-led exam. */
  page?: string;
}

/** The examined client, and the other callers. */
export interface Watched {
  profileCode: string;
  keys: ExamKeys;
  /** True if other clients call the sandbox too. */
  isShared?: boolean;
}

/** A noted call, kept until `take` returns it. */
export interface NotedCall {
  shown: string;
  isFromPage: boolean;
}

/** The watched clients with their noted calls. */
export interface WatchedClients {
  /** Returns all clients, or that of one profile. */
  list(this: void, profileCode?: string): Promise<readonly Watched[]>;
  /** Begins to watch a client. A client that is watched already keeps its calls. */
  begin(this: void, client: Watched): Promise<void>;
  /** Adds a call, unless there are `MOST_CALLS`. */
  add(this: void, profileCode: string, call: NotedCall): Promise<void>;
  /** Returns and removes the calls. */
  take(this: void, profileCode: string): Promise<readonly NotedCall[]>;
  end(this: void, profileCode: string): void;
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
 * each call before it serves it, so the watch also has calls from a client that has ended.
 */
export class ControlWatch {
  readonly #clients: WatchedClients;
  /** Streams still open. */
  readonly #streams = new Set<ControlCall>();

  constructor(clients: WatchedClients = watchedHere()) {
    this.#clients = clients;
  }

  /** Notes a call for the clients that it concerns. */
  async note(call: ControlCall): Promise<void> {
    const { method, path, shown, key } = call;
    if (!BELOW.test(path)) return;
    if (STREAM.test(path)) this.#streams.add(call);
    const own = profileIn(path);
    const isReading = method === 'GET' || method === 'HEAD';
    if (own === undefined && isReading && !LIST.test(path)) return;
    // A call without a profile, such as one to the common clock, concerns every client: all run the same program.
    for (const { profileCode, keys, isShared = false } of await this.#clients.list(own)) {
      if (key === keys.own || (own === undefined && isReading && isShared)) continue;
      const isFromPage = isKeyOf(keys, key);
      if (!isFromPage || isChange(call)) await this.#clients.add(profileCode, { shown, isFromPage });
    }
  }

  /** Removes a noted call. The sandbox calls it when the call ends. */
  forget(call: ControlCall): void {
    this.#streams.delete(call);
  }

  /** Begins to watch. The exam calls it before the clients of a profile start, and when its keys change. */
  async begin(profileCode: string, client: Omit<Watched, 'profileCode'>): Promise<void> {
    await this.#clients.begin({ profileCode, ...client });
    await this.cutStreams(profileCode);
  }

  /** Returns the calls since the beginning, or since the previous call. Leaves out the exam's own. */
  async take(profileCode: string): Promise<WatchedCalls> {
    const calls = await this.#clients.take(profileCode);
    const shownBy = (page: boolean) => calls.filter((call) => call.isFromPage === page).map(({ shown }) => shown);
    return { client: shownBy(false), page: shownBy(true) };
  }

  /** Stops watching a profile. */
  end(profileCode: string): void {
    this.#clients.end(profileCode);
  }

  /** Ends the streams opened without a key. They would show the rest to a reader outside the watch. */
  async cutStreams(profileCode: string): Promise<void> {
    for (const { keys } of await this.#clients.list(profileCode))
      for (const { path, key, cut } of this.#streams) if (profileIn(path) === profileCode && !isKeyOf(keys, key)) cut();
  }
}

/** Returns clients kept in the memory of this process. */
function watchedHere(): WatchedClients {
  const running = new Map<string, { client: Watched; calls: NotedCall[] }>();
  return {
    list(profileCode) {
      const found = profileCode === undefined ? [...running.values()] : [running.get(profileCode)];
      return Promise.resolve(found.flatMap((one) => one?.client ?? []));
    },
    begin(client) {
      const { calls = [] } = running.get(client.profileCode) ?? {};
      running.set(client.profileCode, { client, calls });
      return Promise.resolve();
    },
    add(profileCode, call) {
      const calls = running.get(profileCode)?.calls;
      if (calls && calls.length < MOST_CALLS) calls.push(call);
      return Promise.resolve();
    },
    take: (profileCode) => Promise.resolve(running.get(profileCode)?.calls.splice(0) ?? []),
    end: (profileCode) => void running.delete(profileCode),
  };
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
export const MOST_CALLS = 1000;

/** A call of the control API that has ended. */
export interface ControlCall {
  requestId: string;
  method: string;
  path: string;
  /** Undefined for a call that was refused, or that names no profile. */
  profile?: string | undefined;
  /** `console` for the page of the sandbox, which a person has open. */
  from?: string | undefined;
}

/** The calls of the control API during one situation, as in `DELETE /_sandbox/profiles/dp_…/scenario`. */
export interface WatchedCalls {
  /** Calls of the client, or of any other caller but the console. */
  client: readonly string[];
  /** Calls by which a person at the console changed what the client meets. */
  console: readonly string[];
}

/**
 * Watches the control API while clients run: neither journal nor judge see calls under `/_sandbox`. It gets them from
 * the sandbox, or from its log, which has a line for each call.
 */
export class ControlWatch {
  /** The calls to each profile whose client runs. */
  readonly #running = new Map<string, ControlCall[]>();

  /** Takes a line of the log. */
  write(line: string): void {
    if (/\/_sandbox/i.test(line)) this.note(JSON.parse(line) as ControlCall);
  }

  note({ requestId, method, path = '', profile, from }: ControlCall): void {
    if (this.#running.size === 0 || !BELOW.test(path) || STEP.test(path)) return;
    const own = profile ?? profileIn(path);
    if (own === undefined && (method === 'GET' || method === 'HEAD')) return;
    // The clock of all profiles, for example: every client that runs is the same program.
    const met = own === undefined ? [...this.#running.values()] : [this.#running.get(own) ?? []];
    for (const calls of met) if (calls.length < MOST_CALLS) calls.push({ requestId, method, path, from });
  }

  /** To be called before the clients of a profile start. */
  begin(profileCode: string): void {
    this.#running.set(profileCode, []);
  }

  /** To be called once they have ended. Returns the calls that came meanwhile, without those of the exam itself. */
  end(profileCode: string, ownRequests: ReadonlySet<string>): WatchedCalls {
    const calls = (this.#running.get(profileCode) ?? []).filter(({ requestId }) => !ownRequests.has(requestId));
    this.#running.delete(profileCode);
    const fromConsole = calls.filter(({ from }) => from === CONSOLE);
    return {
      client: calls.filter(({ from }) => from !== CONSOLE).map(describe),
      console: fromConsole.filter(({ method, path }) => method !== 'GET' && !path.endsWith(NEW_KEYS)).map(describe),
    };
  }
}

function describe({ method, path }: ControlCall): string {
  return `${method} ${path}`;
}

/** A refused call names its profile in its path alone, in any notation. */
function profileIn(path: string): string | undefined {
  const [, code] = /^\/_sandbox\/profiles\/([^/]+)/i.exec(path) ?? [];
  try {
    return code && decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** Routes match letters of either case. */
const BELOW = /^\/_sandbox/i;
/** The person takes the steps of the exam, at the console or with another tool. */
const STEP = /^\/_sandbox\/profiles\/[^/]+\/exam(?:\/|$)/i;
const CONSOLE = 'console';
const NEW_KEYS = '/credentials';
/** Calls of one situation that are kept. */
const MOST_CALLS = 1000;

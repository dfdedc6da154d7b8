/** A call of the control API that has ended. */
export interface ControlCall {
  requestId: string;
  method: string;
  path: string;
  /** Undefined for a call that was refused, or that names no profile. */
  profile?: string | undefined;
  /** The call's header `X-Taxiway-Console`, or its entry in the log. */
  from?: string | undefined;
}

/** Callers of a profile in addition to the client and the exam. */
export interface OtherCallers {
  /** True for the mark of a page by which a person leads the exam; false for any mark when left out. */
  isConsole?(this: void, mark: string | undefined): boolean;
  /** True if other clients call the sandbox too. */
  isShared?: boolean;
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
  readonly #running = new Map<string, Running>();

  /** Takes a line of the log. */
  write(line: string): void {
    if (/\/_sandbox/i.test(line)) this.note(JSON.parse(line) as ControlCall);
  }

  note(call: ControlCall): void {
    const { method, path = '', profile } = call;
    if (this.#running.size === 0 || !BELOW.test(path)) return;
    const own = profile ?? profileIn(path);
    const isReading = method === 'GET' || method === 'HEAD';
    // The clock of all profiles, for example: every client that runs is the same program.
    const met = own === undefined ? [...this.#running.values()] : [this.#running.get(own)];
    for (const running of met) {
      if (!running || running.calls.length >= MOST_CALLS) continue;
      if (own === undefined && isReading && (running.isShared || !LIST.test(path))) continue;
      if (running.isShared && STEP.test(path)) continue;
      running.calls.push({ ...call, path });
    }
  }

  /** To be called before the clients of a profile start. */
  begin(profileCode: string, others: OtherCallers = {}): void {
    this.#running.set(profileCode, { calls: [], isConsole: () => false, isShared: false, ...others });
  }

  /** To be called once they have ended. Returns the calls that came meanwhile, without those of the exam itself. */
  end(profileCode: string, ownRequests: ReadonlySet<string>): WatchedCalls {
    const { calls = [], isConsole = () => false } = this.#running.get(profileCode) ?? {};
    this.#running.delete(profileCode);
    const others = calls.filter(({ requestId }) => !ownRequests.has(requestId));
    const fromConsole = others.filter(({ from }) => isConsole(from));
    return {
      client: others.filter(({ from }) => !isConsole(from)).map(describe),
      console: fromConsole.filter(({ method, path }) => method !== 'GET' && !path.endsWith(NEW_KEYS)).map(describe),
    };
  }
}

/** The calls to one profile so far, and its other callers. */
interface Running extends Required<OtherCallers> {
  calls: ControlCall[];
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
/** The profiles with what is armed on each. */
const LIST = /^\/_sandbox\/profiles\/?$/i;
const NEW_KEYS = '/credentials';
/** Calls of one situation that are kept. */
const MOST_CALLS = 1000;

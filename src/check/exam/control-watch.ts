/**
 * Watches the control API while clients run. It reads the log of the sandbox, which has a line for each call: neither
 * journal nor judge see calls under `/_sandbox`.
 */
export class ControlWatch {
  /** The calls to each profile whose client runs, as in `DELETE /_sandbox/profiles/dp_…/scenario`. */
  readonly #running = new Map<string, string[]>();

  /** Takes a line of the log. */
  write(line: string): void {
    if (!BELOW.test(line)) return;
    const { method = '', path = '', profile } = JSON.parse(line) as Partial<Record<string, string>>;
    if (!path.toLowerCase().startsWith('/_sandbox')) return;
    const own = profile ?? profileIn(path);
    // The clock of all profiles, for example: every client that runs is the same program.
    const met = own === undefined ? [...this.#running.values()] : [this.#running.get(own) ?? []];
    if (own === undefined && (method === 'GET' || method === 'HEAD')) return;
    for (const calls of met) calls.push(`${method} ${path}`);
  }

  /** To be called before the clients of a profile start. */
  begin(profileCode: string): void {
    this.#running.set(profileCode, []);
  }

  /** To be called once they have ended. Returns the calls that came meanwhile. */
  end(profileCode: string): readonly string[] {
    const calls = this.#running.get(profileCode) ?? [];
    this.#running.delete(profileCode);
    return calls;
  }
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
const BELOW = /\/_sandbox/i;

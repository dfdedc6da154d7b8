import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Ids } from '../base/ids.ts';
import { messageOf } from '../base/message-of.ts';
import { MAX_HEADER_BYTES } from '../base/no-response.ts';
import type { ConductArea } from '../check/judge/conduct.ts';
import type { Finding } from '../check/judge/finding.ts';
import type { FindPath } from '../check/judge/recording/find-path.ts';
import { createFindPath } from '../check/judge/recording/find-path.ts';
import type { JudgedRecording } from '../check/judge/recording/judge-recording.ts';
import { profileOf } from '../check/judge/recording/service-finder.ts';
import type { RecordSettings } from '../config/record-settings.ts';
import { hasAdminToken } from '../control-api/check-access.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerOf } from '../exchange/exchange.ts';
import { redactText } from '../exchange/redaction.ts';
import type { ConnectionBounds } from '../http/connections.ts';
import { Connections, MAX_CONNECTIONS } from '../http/connections.ts';
import { protectControl } from '../http/refuse-foreign-host.ts';
import type { OperationId } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { Spec } from '../interface/openapi/load-spec.ts';
import type { Registry } from '../scenarios/registry.ts';
import type { createControl } from './control/create-control.ts';
import { RecordedJournal } from './control/recorded-journal.ts';
import { RecordedVerdicts } from './control/recorded-verdicts.ts';
import type { Disturbing } from './faults/disturb.ts';
import { disturb } from './faults/disturb.ts';
import { Faults } from './faults/faults.ts';
import { errorBody, refusalBody, sendJson } from './own-response.ts';
import { forward } from './proxy/forward.ts';
import type { RawHeaders } from './proxy/headers.ts';
import { endToEnd, filterHeaders, rawHeader, withHeader } from './proxy/headers.ts';
import { Passage } from './proxy/passage.ts';
import { Upstream } from './proxy/upstream.ts';
import type { PassedExchange } from './recording/capture.ts';
import type { Observer } from './recording/keeper.ts';
import { Keeper } from './recording/keeper.ts';
import { Traffic } from './recording/traffic.ts';
import { Responses } from './responses.ts';

export interface RecorderOptions {
  /** Base URL of the recorded system. */
  upstream: string;
  host: string;
  /** 0 for a free port. */
  port: number;
  insecure: boolean;
  ca: string | undefined;
  /** Keep-alive time for a connection without a request. */
  keepAliveSeconds: number;
  serviceIdHeader: string;
  /** Null if the control API is open to this machine only. */
  adminToken: string | null;
  /** Settings shown by the control API. */
  settings?: Partial<RecordSettings>;
  spec: Spec;
  areas: readonly ConductArea[];
  scenarios: Registry;
  /** See FaultOptions. */
  allowLive: boolean;
  ids: Ids;
  /** Called with a scenario that did not act because the upstream may be live. */
  onSpared: (scenario: string, operation: OperationId | null) => void;
  /** Writes each exchange before its client has the whole response. */
  write?: (exchange: Exchange) => void;
  /** Receives each recorded exchange. */
  observe: Observer;
  reportError: (error: unknown) => void;
  /** See ConnectionBounds. */
  onRefused: () => void;
}

/** A reverse proxy that records and judges its traffic. */
export class Recorder {
  /** Calls missing from the recording or incomplete in it, as in `POST /book`, by reason. */
  readonly missing = { cutOff: [] as string[], unrecorded: [] as string[] };
  readonly keeper: Keeper;
  readonly faults: Faults;
  readonly responses: Responses;
  readonly #disturbing: Disturbing;
  readonly #upstream: Upstream;
  readonly #traffic: Traffic;
  readonly #findPath: FindPath;
  readonly #journal: RecordedJournal;
  readonly #verdicts: RecordedVerdicts;
  /** Loaded with its first call. */
  #control: ReturnType<typeof createControl> | undefined;
  readonly #server: Server;
  readonly #options: RecorderOptions;
  #isStopping = false;

  constructor(options: RecorderOptions) {
    const { spec, areas, serviceIdHeader, observe, write = () => undefined, reportError } = options;
    this.#options = options;
    this.#upstream = new Upstream({ ...options, baseUrl: options.upstream });
    this.keeper = new Keeper(this.#upstream, { spec, areas, serviceIdHeader, write }, [
      (exchange, findings) => this.#note(exchange, findings),
      (exchange, _, value) => this.responses.add(exchange, value),
      observe,
    ]);
    this.#traffic = new Traffic({
      record: (passed, seal) => this.keeper.record(passed, seal),
      judge: (exchange) => this.keeper.judge(exchange),
      onError: (error, passed) => {
        this.missing.unrecorded.push(nameOf(passed));
        reportError(error);
      },
    });
    this.responses = new Responses(spec);
    this.#findPath = createFindPath(spec);
    this.faults = new Faults({ ...options, liveness: this.keeper.liveness });
    this.#disturbing = {
      upstream: this.#upstream,
      liveMode: () => this.keeper.liveness.liveMode,
      mayLose: (active, { operation }, said) => this.faults.mayLose(active, operation, said),
      onSpared: (active, { operation }) => {
        const spared = active.idle('refused').map(({ name }) => name);
        options.onSpared(spared.join(','), operation);
      },
    };
    const settled = () => this.#traffic.settled();
    this.#journal = new RecordedJournal(settled);
    const { secrets, calls } = this.keeper;
    this.#verdicts = new RecordedVerdicts({ judge: calls.judge, areas, secrets, settled });
    this.#server = createServer((req, res) => this.#serve(req, res), {
      idleMs: options.keepAliveSeconds * 1000,
      onRefused: options.onRefused,
    });
    // A connection's queued responses get no event when it ends.
    this.#server.on('connection', (socket) => socket.once('close', () => this.#leave(socket)));
  }

  /** Starts to listen. Resolves with the base URL for clients. */
  listen(): Promise<string> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      // Later errors concern a connection that could not be accepted.
      this.#server.on('error', reject);
      this.#server.listen(port, host, () => resolve(urlOf(this.#server.address() as AddressInfo)));
    });
  }

  /** Stops accepting calls, and lets those under way end for a while. Resolves once all are recorded. */
  async close(): Promise<JudgedRecording> {
    this.#isStopping = true;
    this.#journal.watchers.endAll();
    this.#verdicts.watchers.endAll();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const { res } of this.#traffic.underway) res.shouldKeepAlive = false;
    const limit = setTimeout(() => this.abandon(), MOST_WAIT_MS);
    await this.#traffic.idle();
    clearTimeout(limit);
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(timer);
    return this.judged();
  }

  /** Records the calls under way without the rest of their responses, and breaks them off. */
  abandon(): void {
    for (const passage of this.#traffic.underway) if (passage.abandon()) this.missing.cutOff.push(nameOf(passage));
  }

  /** Calls not recorded yet, as in `POST /book`. */
  get underway(): string[] {
    return Array.from(this.#traffic.underway, nameOf);
  }

  /** Returns the judged recording so far. */
  async judged(): Promise<JudgedRecording> {
    await this.#traffic.settled();
    return this.keeper.state();
  }

  #serve(req: IncomingMessage, res: ServerResponse): void {
    const target = originForm(req.url ?? '/');
    // The response's close event already covers connection errors.
    req.on('error', () => undefined);
    res.on('error', () => undefined);
    if (this.#isStopping) return refuseToStart(req, res);
    if (isControl(target)) return void this.#serveControl(req, res, target);
    try {
      const operation = this.#findPath(req.method ?? 'GET', target.replace(/\?.*/s, ''))?.operation ?? null;
      // At other addresses the names may belong to the upstream.
      const selected = operation === null ? asIs(req, target) : takeSelectors(req, target);
      this.#send(req, res, operation, selected);
    } catch (error) {
      // The request was not forwarded, so it is not a call to the service.
      req.resume();
      refuse(res, error, this.keeper.liveness.liveMode);
    }
  }

  async #serveControl(req: IncomingMessage, res: ServerResponse, target: string): Promise<void> {
    try {
      admit(this.#options.adminToken, req);
      const serve = await (this.#control ??= this.#loadControl());
      serve(req, res, target);
    } catch (error) {
      req.resume();
      refuse(res, error, this.keeper.liveness.liveMode);
    }
  }

  async #loadControl(): ReturnType<typeof createControl> {
    const { createControl: create } = await import('./control/create-control.ts').catch((error: unknown) => {
      this.#control = undefined;
      throw error;
    });
    const { keeper, faults, responses } = this;
    const [journal, verdicts] = [this.#journal, this.#verdicts];
    return create({ settings: {}, ...this.#options, keeper, faults, responses, journal, verdicts });
  }

  #leave(socket: Socket): void {
    for (const passage of this.#traffic.underway) if (passage.req.socket === socket) passage.leave();
  }

  #note(exchange: Exchange, findings: readonly Finding[]): void {
    const { serviceIdHeader } = this.#options;
    const profile = profileOf(headerOf(exchange.request.headers, serviceIdHeader.toLowerCase()));
    this.#verdicts.note(profile, exchange.exchangeId, findings);
    this.#journal.add(profile, exchange);
  }

  #send(req: IncomingMessage, res: ServerResponse, operation: OperationId | null, selected: Selected): void {
    const { query, header } = selected;
    const profile = profileOf(rawHeader(selected.headers, this.#options.serviceIdHeader.toLowerCase()));
    const active = operation === null ? null : this.faults.select({ operation, profile, query, header });
    const passage = new Passage(this.#traffic, req, res, {
      operation,
      target: this.#upstream.targetOf(selected.target),
      headers: withHeader(endToEnd(selected.headers), 'Host', this.#upstream.host),
    });
    if (active && active.edges.length > 0) disturb(this.#disturbing, passage, active);
    else forward(this.#upstream, passage);
  }
}

/**
 * Admits the admin token's holder to the control API. Without a token, admits any process on this machine, but no web
 * page from another origin. Throws Refusal.
 */
function admit(adminToken: string | null, req: IncomingMessage): void {
  protectControl(adminToken, req);
  if (adminToken !== null && !hasAdminToken(adminToken, req)) throw new Refusal('admin_token_required');
}

function refuse(res: ServerResponse, error: unknown, liveMode: boolean | null): void {
  if (error instanceof Refusal) sendJson(res, error.status, refusalBody(error, liveMode));
  else sendJson(res, 500, errorBody(500, 'recorder_failed', [`The recorder failed: ${messageOf(error)}`], liveMode));
}

/** Refuses a late call on an open connection after the stop. */
function refuseToStart(req: IncomingMessage, res: ServerResponse): void {
  req.resume();
  res.shouldKeepAlive = false;
  sendJson(res, 503, errorBody(503, 'recorder_stopping', ['The recorder is stopping: it accepts no more calls'], null));
}

function nameOf({ method, target }: Pick<PassedExchange, 'method' | 'target'>): string {
  return `${method} ${redactText(target.replace(/\?.*/s, ''))}`;
}

/** True for the recorder's own addresses. */
function isControl(target: string): boolean {
  return /^\/_sandbox(?:[/?]|$)/.test(target);
}

function asIs({ rawHeaders }: IncomingMessage, target: string): Selected {
  return { target, headers: rawHeaders, query: undefined, header: undefined };
}

/**
 * Returns a target in origin form. A target may come in its absolute form, `http://host/path`, but the recorder
 * forwards only to its upstream.
 */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const GRACE_MS = 2000;
/** Maximum time that a stop waits for calls under way. */
const MOST_WAIT_MS = 60_000;

/**
 * Creates the recorder's server. Its limits for time and headers are at least those of any upstream. It opens no
 * tunnels.
 */
function createServer(listener: RequestListener, bounds: Omit<ConnectionBounds, 'most'>): Server {
  const server = createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0 });
  server.maxHeadersCount = 0;
  const serve = new Connections(server, { ...bounds, most: MAX_CONNECTIONS }).admitTo(listener);
  server.on('request', serve);
  // The upstream decides on expectations.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', (_, socket: Duplex) => refuseTunnel(socket));
  return server;
}

function refuseTunnel(socket: Duplex): void {
  const message = 'taxiway record is not a proxy for other addresses: use its address as the base URL of your client';
  const text = JSON.stringify(errorBody(501, 'recorder_no_tunnel', [message], null));
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 501 Not Implemented\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

/** A request's selectors, and the request without them: the upstream does not know these names. */
interface Selected {
  query: string | undefined;
  header: string | undefined;
  target: string;
  headers: RawHeaders;
}

/** Removes the parameter `scenario` and the header X-Sandbox-Scenario from a request. */
function takeSelectors({ headers: read, rawHeaders }: IncomingMessage, target: string): Selected {
  const [path = '', search] = target.split(/\?(.*)/s);
  const parts = search === undefined ? [] : search.split('&');
  const own = parts.filter((part) => /^scenario(=|$)/.test(part));
  const rest = parts.filter((part) => !own.includes(part));
  const header = read['x-sandbox-scenario'];
  return {
    query: own.length === 0 ? undefined : new URLSearchParams(own.join('&')).getAll('scenario').join(','),
    header: header === undefined ? undefined : [header].flat().join(','),
    target: own.length === 0 ? target : path + (rest.length > 0 ? `?${rest.join('&')}` : ''),
    headers: header === undefined ? rawHeaders : filterHeaders(rawHeaders, (name) => name !== 'x-sandbox-scenario'),
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '../../base/message-of.ts';
import type { ConductArea } from '../../check/judge/conduct.ts';
import type { FileAbout, FileForm } from '../../exchange/file-form.ts';
import { har } from '../../exchange/har/write-har.ts';
import { journalFile } from '../../exchange/journal-file/write-journal-file.ts';
import { GAP } from '../../exchange/recording-reader.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { loadRules } from '../../interface/rules/load-rules.ts';
import { ALL } from '../faults/armed.ts';
import type { Faults } from '../faults/faults.ts';
import { LiveSystem } from '../faults/live-system.ts';
import type { Recent } from '../files/recent.ts';
import { errorBody, refusalBody, sendJson } from '../own-response.ts';
import type { Keeper } from '../recording/keeper.ts';
import type { Responses } from '../responses.ts';
import { ControlError } from './control-error.ts';
import { bar } from './guard.ts';
import { readBody } from './read-body.ts';
import { readVerdicts } from './read-verdicts.ts';

export interface ControlOptions {
  upstream: string;
  adminToken: string | null;
  areas: readonly ConductArea[];
  keeper: Keeper;
  faults: Faults;
  recent: Recent;
  responses: Responses;
  /** Resolved once all that has passed is judged. */
  settled: () => Promise<void>;
}

/** What a route gets and returns. */
interface ControlCall {
  query: URLSearchParams;
  profile: string | null;
  req: IncomingMessage;
  res: ServerResponse;
}

/** Returns the body of the response; nothing where it has sent one itself. */
type Route = (call: ControlCall) => Promise<object | void> | object;

/** Whether a target is the recorder's own. */
export function isControl(target: string): boolean {
  return /^\/_sandbox(?:[/?]|$)/.test(target);
}

/** What only the recorder has, under `/_sandbox`, in the shapes of the control API of a sandbox. */
export class ControlApi {
  readonly #options: ControlOptions;
  readonly #rules: readonly Rule[] = loadRules();
  readonly #routes: Readonly<Record<string, Partial<Record<string, Route>>>>;

  constructor(options: ControlOptions) {
    this.#options = options;
    this.#routes = {
      '/_sandbox': { GET: () => this.#describe() },
      '/_sandbox/health': { GET: () => ({ status: 'ok' }) },
      '/_sandbox/verdicts': { GET: (call) => this.#verdicts(call) },
      '/_sandbox/profiles/{code}/verdicts': { GET: (call) => this.#verdicts(call) },
      '/_sandbox/responses': {
        GET: async () => {
          await this.#options.settled();
          return this.#options.keeper.secrets.redact(this.#options.responses.report);
        },
      },
      '/_sandbox/scenario': this.#armed(),
      '/_sandbox/profiles/{code}/scenario': this.#armed(),
      '/_sandbox/journal.har': { GET: (call) => this.#download(call, har, 'taxiway-record.har') },
      '/_sandbox/journal.ndjson': { GET: (call) => this.#download(call, journalFile, 'taxiway-record.ndjson') },
    };
  }

  serve(req: IncomingMessage, res: ServerResponse, target: string): void {
    void this.#respond(req, res, target).catch((error: unknown) => {
      if (res.headersSent) return void res.destroy();
      if (error instanceof ControlError || error instanceof LiveSystem)
        this.#refuse(res, error.status, error.code, error.message);
      else if (error instanceof Refusal) sendJson(res, error.status, refusalBody(error, this.#liveMode));
      else this.#refuse(res, 500, 'recorder_failed', `The recorder itself failed: ${messageOf(error)}`);
    });
  }

  async #respond(req: IncomingMessage, res: ServerResponse, target: string): Promise<void> {
    const barred = bar(req, this.#options.adminToken);
    if (barred) {
      req.resume();
      return this.#refuse(res, barred.status, barred.code, barred.message);
    }
    const url = new URL(target, 'http://recorder');
    const [, profile] = /^\/_sandbox\/profiles\/([^/]{1,100})\//.exec(url.pathname) ?? [];
    const path = url.pathname.replace(/^(\/_sandbox\/profiles)\/[^/]{1,100}\//, '$1/{code}/').replace(/(.)\/$/, '$1');
    const methods = Object.hasOwn(this.#routes, path) ? this.#routes[path] : undefined;
    if (!methods) {
      const paths = Object.keys(this.#routes).join(', ');
      return this.#refuse(res, 404, 'not_found', `The recorder has no ${path.slice(0, 200)}; it has ${paths}`);
    }
    const route = methods[req.method === 'HEAD' ? 'GET' : (req.method ?? '')];
    if (!route) {
      const allowed = Object.keys(methods).join(', ');
      res.setHeader('Allow', allowed);
      return this.#refuse(res, 405, 'method_not_allowed', `${path} takes ${allowed}`);
    }
    const body = await route({ query: url.searchParams, profile: profile ?? null, req, res });
    if (!res.headersSent) sendJson(res, 200, { ...body, liveMode: this.#liveMode });
  }

  get #liveMode(): boolean | null {
    return this.#options.keeper.liveness.liveMode;
  }

  #refuse(res: ServerResponse, status: number, code: string, message: string): void {
    sendJson(res, status, errorBody(status, code, [message], this.#liveMode));
  }

  #describe(): object {
    const { upstream, keeper } = this.#options;
    return {
      upstream,
      exchanges: keeper.state().calls,
      profiles: keeper.calls.judge.profiles(),
      paths: Object.keys(this.#routes),
    };
  }

  /** Without a profile: for all clients. */
  #armed(): Partial<Record<string, Route>> {
    const { faults } = this.#options;
    return {
      GET: ({ profile }) => ({ armed: faults.armed(profile ?? ALL) }),
      DELETE: ({ profile }) => {
        faults.disarm(profile ?? ALL);
        return { armed: null };
      },
      PUT: async ({ profile, req }) => {
        const { scenario, calls = null } = await readBody(req);
        if (typeof scenario !== 'string')
          throw new ControlError(400, 'invalid_request', 'There is no "scenario"; send {"scenario": "502"}');
        if (calls !== null && !(Number.isInteger(calls) && Number(calls) >= 1 && Number(calls) <= 9999))
          throw new ControlError(400, 'invalid_request', '"calls" is no whole number from 1 to 9999');
        return { armed: faults.arm(profile ?? ALL, scenario, calls === null ? null : Number(calls)) };
      },
    };
  }

  async #download({ res }: ControlCall, form: (about: FileAbout) => FileForm, name: string): Promise<void> {
    await this.#options.settled();
    await this.#options.recent.send(res, form, name, GAP);
  }

  async #verdicts({ query, profile }: ControlCall): Promise<object> {
    await this.#options.settled();
    const { keeper, areas } = this.#options;
    return readVerdicts(keeper.calls.judge, { areas, rules: this.#rules, secrets: keeper.secrets }, profile, query);
  }
}

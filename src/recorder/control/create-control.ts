import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import { systemClock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import { realTime } from '../../base/stopwatch.ts';
import type { RecordSettings } from '../../config/record-settings.ts';
import type { ControlServices } from '../../control-api/control-services.ts';
import { serveDocuments } from '../../control-api/documents/serve-documents.ts';
import { describeControl, loadControl, overlayControl } from '../../control-api/load-control.ts';
import { refuse, sendAndLog } from '../../control-api/send-and-log.ts';
import { serveControl } from '../../control-api/serve-control.ts';
import { Endings } from '../../http/endings.ts';
import { openExchange } from '../../http/exchange.ts';
import type { ServedInterface } from '../../http/openapi/request-validator.ts';
import { renderError } from '../../http/render-error.ts';
import { toJson } from '../../http/to-json.ts';
import type { ControlOperationId } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { ProfileLock } from '../../profiles/profile-lock.ts';
import type { Registry } from '../../scenarios/registry.ts';
import type { ListedProfile, Profile } from '../../store/profiles.ts';
import { ALL } from '../faults/armed.ts';
import type { Faults } from '../faults/faults.ts';
import type { Keeper } from '../recording/keeper.ts';
import type { Responses } from '../responses.ts';
import type { RecorderServices } from './operations.ts';
import { alternatives, recorderOperations } from './operations.ts';
import type { RecordedJournal } from './recorded-journal.ts';
import { ALL_PROFILES } from './recorded-journal.ts';
import type { RecordedVerdicts } from './recorded-verdicts.ts';

export interface ControlOptions {
  upstream: string;
  adminToken: string | null;
  serviceIdHeader: string;
  settings: Partial<RecordSettings>;
  spec: Spec;
  ids: Ids;
  keeper: Keeper;
  faults: Faults;
  journal: RecordedJournal;
  verdicts: RecordedVerdicts;
  responses: Responses;
  reportError: (error: unknown) => void;
}

/**
 * Creates the recorder's control API: the sandbox operations that make sense in front of any system. It serves only
 * admitted callers.
 */
export async function createControl(
  options: ControlOptions,
): Promise<(req: IncomingMessage, res: ServerResponse, target: string) => void> {
  const services = await createServices(options);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  serveOwn(app, options, services);
  serveDocuments(app, services, {
    interface: () => services.spec,
    'control-api': () => services.control.spec,
  });
  serveControl(app, {
    services,
    operations: recorderOperations,
    alternatives,
    authorize: ({ operationId }, req) => Promise.resolve(findProfile(options, operationId, req)),
  });
  refuseTheRest(app, services);
  return (req, res, target) => {
    req.url = addressOf(target);
    // Callers of a recorder need not declare a body as JSON.
    req.headers['content-type'] = 'application/json';
    if (req.headers.expect !== undefined) res.writeContinue();
    app(req, res);
  };
}

async function createServices(options: ControlOptions): Promise<RecorderServices> {
  const { adminToken, faults, journal, verdicts, keeper, reportError } = options;
  const quiet = (): void => undefined;
  return {
    ...options,
    config: {
      get liveMode() {
        return keeper.liveness.liveMode;
      },
    },
    clock: systemClock,
    realTime,
    profileLock: new ProfileLock(),
    endings: new Endings(),
    metrics: null,
    log: { debug: quiet, info: quiet, error: reportError },
    isEnding: false,
    underway: new Set(),
    violations: [],
    scenarios: faults.usable,
    control: await describeRecorderControl(faults.usable, adminToken !== null),
    droppedLines: () => 0,
    store: {
      probe: () => Promise.resolve(),
      tell: () => Promise.resolve(),
      profiles: {
        list: (after, limit, search) => Promise.resolve(listProfiles(options, after, limit, search)),
        arm: (code) => Promise.resolve(faults.disarm(faultsOf(code))),
      },
      journal,
    },
    exams: null,
    judge: verdicts,
    arm: (code, scenario, calls) => faults.arm(faultsOf(code), scenario, calls),
  };
}

/**
 * Serves the recorder's additional operations: its description, and the differences between the upstream's responses
 * and the interface.
 */
function serveOwn(app: Express, options: ControlOptions, services: RecorderServices): void {
  const serve = (path: string, describe: () => Promise<object>): void => {
    app.get(path, async (req, res) => {
      const exchange = openExchange(services, req, res);
      try {
        const body = { ...(await describe()), liveMode: services.config.liveMode };
        sendAndLog(services, exchange, { status: 200, body: toJson(body) });
      } catch (error) {
        sendAndLog(services, exchange, renderError(services, exchange, error));
      }
    });
  };
  const { upstream, keeper, responses, verdicts } = options;
  serve('/_sandbox', () =>
    Promise.resolve({ upstream, exchanges: keeper.state().calls, profiles: keeper.calls.judge.profiles() }),
  );
  serve('/_sandbox/responses', async () => {
    await verdicts.settled();
    return keeper.secrets.redact(responses.report);
  });
}

/** Returns the profile in the path; null for none. A scenario can be armed on a profile before its first call. */
function findProfile(options: ControlOptions, operationId: string, { params }: Request): Profile | null {
  const { profileCode } = params;
  if (profileCode === undefined) return null;
  const code = String(profileCode);
  const seen = options.journal.profiles.find((profile) => profile.code === code);
  if (seen || code === ALL_PROFILES || ARMING.has(operationId)) return toProfile(options, code, seen?.seenAt);
  const message = `No call of the profile ${JSON.stringify(code.slice(0, 60))} has been recorded`;
  throw new Refusal('profile_not_found', [{ path: 'path/profileCode', message }]);
}

const ARMING = new Set(['getArmedScenario', 'armScenario', 'clearScenario']);

/** Lists profiles by code, because a recorder does not know the latest call of each. */
function listProfiles(options: ControlOptions, after: string, limit: number, search: string): ListedProfile[] {
  return options.journal.profiles
    .filter(({ code }) => code > after && code.includes(search))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .slice(0, limit)
    .map(({ code, seenAt }) => ({ ...toProfile(options, code, seenAt), calledAt: null }));
}

/** Returns a profile without name and margin, because a recorder does not know them. */
function toProfile({ faults }: ControlOptions, code: string, seenAt = systemClock.now()): Profile {
  const armed = faults.armed(faultsOf(code));
  return { code, name: '', marginPercent: 0, createdAt: Math.floor(seenAt), clock: null, armed };
}

function faultsOf(code: string): string {
  return code === ALL_PROFILES ? ALL : code;
}

/** Returns the short address of a target for all clients. */
function addressOf(target: string): string {
  return target
    .replace(/^(\/_sandbox)\/(?=$|\?)/, '$1')
    .replace(
      /^\/_sandbox\/((?:scenario|verdicts(?:\.html)?|journal\.har|journal\.ndjson)(?:$|\?))/,
      `/_sandbox/profiles/${ALL_PROFILES}/$1`,
    );
}

/** Refuses unknown and undecodable addresses. */
function refuseTheRest(app: Express, services: ControlServices): void {
  app.use((req: Request, res: Response) => {
    const message = `The recorder has no ${req.path.slice(0, 200)}; GET /_sandbox/control-api.json lists its paths`;
    refuse(services, new Refusal('not_found', [{ path: '', message }]), req, res);
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    refuse(services, error instanceof URIError ? new Refusal('malformed_url') : error, req, res),
  );
}

/** Describes the recorder's control API. Profiles and `liveMode` belong to the service behind it. */
async function describeRecorderControl(
  scenarios: Registry,
  hasAdminToken: boolean,
): Promise<ServedInterface<ControlOperationId>> {
  const base = structuredClone(await loadControl());
  const schemas = base.components?.schemas ?? {};
  Object.assign(schemas, {
    LiveMode: {
      type: ['boolean', 'null'],
      description: 'From the latest response of the service; null if absent.',
    },
    ProfileCode: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Code of a profile, or `all`.',
    },
  });
  for (const { operationId, description } of listOperations<ControlOperationId>(base)) {
    if (operationId === 'getProfile') dropKept(description);
    if (operationId in alternatives)
      describeRefusal(description, alternatives[operationId as keyof typeof alternatives]);
    description.responses = { ...TRIES, ...description.responses };
    description.security = hasAdminToken ? [{ adminToken: [] }] : [{}];
  }
  return describeControl(
    () => overlayControl(base, scenarios, hasAdminToken),
    base,
    () => recorderOperations,
  );
}

/** Removes the profile contents: a recorder does not know them. */
function dropKept({ responses }: OpenAPIV3_1.OperationObject): void {
  const { schema } = (responses?.['200'] as OpenAPIV3_1.ResponseObject).content?.['application/json'] ?? {};
  const { required, properties } = schema as OpenAPIV3_1.SchemaObject;
  required?.splice(required.indexOf('kept'), 1);
  delete properties?.['kept'];
}

function describeRefusal(description: OpenAPIV3_1.OperationObject, message: string): void {
  description.description = message;
  delete description.responses?.['200'];
  delete description.responses?.['201'];
}

const REFUSED = { $ref: '#/components/responses/Refused' };
/** Statuses with which a recorder can refuse any call. */
const TRIES = Object.fromEntries(['400', '401', '403', '404', '409', '413'].map((status) => [status, REFUSED]));

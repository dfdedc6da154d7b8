import { toIso, VirtualClock } from '../../base/clock.ts';
import { ConfigError } from '../../base/config-error.ts';
import { packageManifest } from '../../base/package-root.ts';
import type { HostedExam, HostedRoom } from '../../check/exam/interactive/exams.ts';
import { defaults } from '../../config/config.ts';
import { readServiceId } from '../../http/authenticate.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import { examKeyOf } from '../note-call.ts';
import type { ProfileOperation, ProfileRequest } from '../operation.ts';
import { addKeys } from './profiles.ts';

export const getExam = {
  operationId: 'getExam',
  access: 'profile',
  async run(service, request) {
    const exam = await findExam(service, request);
    if (exam?.isLedBy(examKeyOf(request.req))) await exam.goOn();
    return { body: { exam: exam ? await describe(service, exam, request) : null } };
  },
} satisfies ProfileOperation<'getExam', Service>;

export const startExam = {
  operationId: 'startExam',
  access: 'profile',
  async run(service, request) {
    const { profile, body, now, req } = request;
    const { client, tasks = [], only = [] } = body;
    refuseWhereNothingIsTrue(service);
    if (await findExam(service, request)) throw new Refusal('exam_underway');
    const keys = await addKeys(service, profile.code, now);
    const pageKey = drawKey(service, profile.code);
    const said = { client, tasks, only, pageKey, startedAt: toIso(now), version: packageManifest().version };
    try {
      const exam = await service.exams.start({ ...said, keys, room: roomFor(service, req) });
      if (typeof exam === 'string') throw new Refusal(REFUSALS[exam]);
      return { status: 201, body: { exam: await describe(service, exam, request), key: pageKey } };
    } catch (error) {
      await service.store.profiles.revoke(profile.code, keys.publicKey, now);
      throw error instanceof ConfigError ? unknownSituation(error) : error;
    }
  },
} satisfies ProfileOperation<'startExam', Service>;

export const takeOverExam = {
  operationId: 'takeOverExam',
  access: 'profile',
  async run(service, request) {
    const { profile, now, req } = request;
    const exam = await requireExam(service, request);
    if (publicKeyOf(service, req) === exam.progress.keys.publicKey) throw new Refusal('exam_not_for_the_app');
    const key = drawKey(service, profile.code);
    if (!(await exam.takeOver(key, toIso(now)))) throw new Refusal('exam_not_found');
    return { body: { exam: await describe(service, exam, request), key } };
  },
} satisfies ProfileOperation<'takeOverExam', Service>;

export const stateOutcome = {
  operationId: 'stateOutcome',
  access: 'profile',
  isUnlocked: true,
  async run(service, request) {
    const { situation, outcome, travellers = [] } = request.body;
    // Another process may have prepared the situation, and may still have to write the call.
    await service.profileLock.catchUp(request.profile.code);
    if ((await countCalls(service, request)) === 0) await service.store.ask(null);
    const calls = await countCalls(service, request);
    const exam = await requireLed(service, request);
    if (exam.open?.number !== situation) throw new Refusal('situation_not_open');
    if (calls === 0) throw new Refusal('no_call_arrived');
    const stated = await exam.state(situation, { outcome, travellers }).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error;
      throw new Refusal('invalid_request', [{ path: '/travellers', message: error.message }]);
    });
    if (stated === 'not open') throw new Refusal('situation_not_open');
    if (stated === 'ended') throw new Refusal('exam_not_found');
    return { body: { exam: await describe(service, exam, request) } };
  },
} satisfies ProfileOperation<'stateOutcome', Service>;

export const skipSituation = {
  operationId: 'skipSituation',
  access: 'profile',
  async run(service, request) {
    const exam = await requireLed(service, request);
    if (!(await exam.skip(request.body.situation))) throw new Refusal('situation_not_open');
    return { body: { exam: await describe(service, exam, request) } };
  },
} satisfies ProfileOperation<'skipSituation', Service>;

export const retrySituation = {
  operationId: 'retrySituation',
  access: 'profile',
  async run(service, request) {
    const { profile, now } = request;
    const exam = await requireLed(service, request);
    if (exam.progress.phase !== 'stuck') throw new Refusal('exam_not_stuck');
    const { keys } = exam.progress;
    const known = await service.store.profiles.credentials(profile.code);
    const isValid = known.some(({ publicKey, revokedAt }) => publicKey === keys.publicKey && revokedAt === null);
    const usable = isValid ? keys : await addKeys(service, profile.code, now);
    if (!(await exam.retry(usable))) {
      if (!isValid) await service.store.profiles.revoke(profile.code, usable.publicKey, now);
      throw new Refusal('exam_not_stuck');
    }
    return { body: { exam: await describe(service, exam, request) } };
  },
} satisfies ProfileOperation<'retrySituation', Service>;

export const getExamFile = {
  operationId: 'getExamFile',
  access: 'profile',
  async run(service, request) {
    const { file } = request.path;
    const exam = await requireLed(service, request);
    if (exam.progress.phase !== 'over') throw new Refusal('exam_not_over');
    const text = await exam.render(file);
    const mediaType = file.endsWith('.json') ? 'application/json' : 'text/html';
    return { pieces: [Buffer.from(text)], mediaType, fileName: file };
  },
} satisfies ProfileOperation<'getExamFile', Service>;

export const endExam = {
  operationId: 'endExam',
  access: 'profile',
  async run(service, request) {
    const { exams, store } = service;
    const { profile, now } = request;
    const { keys } = (await requireLed(service, request)).progress;
    if (!(await exams.end(profile.code))) throw new Refusal('exam_not_found');
    await store.profiles.arm(profile.code, null);
    await store.profiles.revoke(profile.code, keys.publicKey, now);
    return { body: { exam: null } };
  },
} satisfies ProfileOperation<'endExam', Service>;

type ExamRequest = Pick<ProfileRequest<'getExam'>, 'profile' | 'req'>;

/** Finds a profile's exam. Throws `exam_unreadable`. */
function findExam(service: Service, { profile: { code }, req }: ExamRequest): Promise<HostedExam | undefined> {
  const found = service.exams.find(code, { version: packageManifest().version, room: roomFor(service, req) });
  return found.catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new Refusal('exam_unreadable', [{ path: '', message: error.message }]);
  });
}

async function requireExam(service: Service, request: ExamRequest): Promise<HostedExam> {
  const exam = await findExam(service, request);
  if (!exam) throw new Refusal('exam_not_found');
  return exam;
}

/** Only the page that leads an exam may take its steps. */
async function requireLed(service: Service, request: ExamRequest): Promise<HostedExam> {
  const exam = await requireExam(service, request);
  if (!exam.isLedBy(examKeyOf(request.req))) throw new Refusal('exam_key_missing');
  await exam.goOn();
  return exam;
}

/** Without a seed, the key is random. With one, it is derived from a secret that no response shows. */
function drawKey({ ids }: Service, profileCode: string): string {
  return ids.secret(`exams/${profileCode}`, 32);
}

/** The exam is a sandbox client, at the request's own address. */
function roomFor({ clock, config, exams }: Service, req: ExamRequest['req']): HostedRoom {
  const { serviceIdHeader } = config;
  return { clock, baseUrl: ownAddress(req), watch: exams.watch, isShared: true, serviceIdHeader };
}

/** Returns the public key that authenticated a request; undefined for an admin. */
function publicKeyOf({ config }: Service, { headers }: ExamRequest['req']): string | undefined {
  const header = headers[config.serviceIdHeader.toLowerCase()];
  return header === undefined ? undefined : readServiceId(config.serviceIdHeader, header).publicKey;
}

async function describe(service: Service, exam: HostedExam, request: ExamRequest): Promise<ControlSchema['Exam']> {
  const { serviceIdHeader, store } = service.config;
  const hasKey = exam.isLedBy(examKeyOf(request.req));
  const own = { serviceIdHeader, hasKey, isKept: store !== defaults.store };
  return { ...describeExam(exam, await countCalls(service, request)), ...own };
}

/** The profile is emptied before each situation. */
function countCalls({ journal }: Service, { profile }: ExamRequest): Promise<number> {
  return journal.last(profile.code);
}

function refuseWhereNothingIsTrue({ config, clock, judge }: Service): void {
  const wrong = [
    ...(judge === null ? ['It does not judge (--no-judge)'] : []),
    ...(config.liveMode ? ['It returns liveMode true (--live-mode)'] : []),
    ...(config.now === null && !(clock instanceof VirtualClock) ? [] : ['Its clock is frozen (--now)']),
  ];
  if (wrong.length > 0)
    throw new Refusal(
      'exam_not_possible',
      wrong.map((message) => ({ path: '', message })),
    );
}

function unknownSituation({ message }: ConfigError): Refusal {
  return new Refusal('unknown_situation', [{ path: '/only', message }]);
}

/** Returns a request's local address. */
function ownAddress({ socket }: ExamRequest['req']): string {
  const { localAddress = '127.0.0.1', localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

const REFUSALS = { underway: 'exam_underway', 'too many': 'too_many_exams' } as const;

/** An exam as the control API shows it. `calls` belong to the open situation. */
function describeExam(
  exam: HostedExam,
  calls: number,
): Omit<ControlSchema['Exam'], 'serviceIdHeader' | 'hasKey' | 'isKept'> {
  const { progress, open, situations } = exam;
  const { phase, failure, client, startedAt, keys, takeovers, results, skipped } = progress;
  return {
    phase,
    failure,
    client,
    startedAt,
    keys,
    takeovers,
    total: situations.length,
    open: open && { ...open, calls },
    situations: situations.flatMap(({ name, task, title, armed }, i) => {
      const result = results.find(({ situation }) => situation === name);
      if (!result && !skipped.includes(name)) return [];
      const { verdict = 'not applicable', findings = [], warnings = [] } = result ?? {};
      return {
        number: i + 1,
        ...{ name, task, title, armed, verdict: verdict === 'flaky' ? 'failed' : verdict },
        findings: findings.map(({ kind, message, rules }) => ({ kind, message, rules: [...rules] })),
        warnings: warnings.length,
      };
    }),
  };
}

import { VirtualClock } from '../../base/clock.ts';
import { ConfigError } from '../../base/config-error.ts';
import type { Exams, HostedExam } from '../../check/exam/interactive/exams.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { ErrorName } from '../../interface/errors/catalogue.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { ControlRequest, ProfileOperation } from '../operation.ts';
import { readVersion } from './about.ts';
import { describeExam } from './describe-exam.ts';
import { addKeys } from './profiles.ts';

export const getExam = {
  operationId: 'getExam',
  access: 'profile',
  async run(service, { profile }) {
    const exam = service.exams.of(profile.code);
    return { body: { exam: exam ? await describe(service, exam, profile.code) : null } };
  },
} satisfies ProfileOperation<'getExam', Service>;

export const startExam = {
  operationId: 'startExam',
  access: 'profile',
  async run(service, { profile, body, now, req }) {
    const { client, tasks = [], only = [] } = body;
    refuseWhereNothingIsTrue(service);
    const refusal = REFUSALS[service.exams.reserve(profile.code)];
    if (refusal) throw new Refusal(refusal);
    try {
      const keys = await addKeys(service, profile.code, now);
      const { clock, config, exams } = service;
      const room = { clock, keys, watch: exams.watch, isShared: true, serviceIdHeader: config.serviceIdHeader };
      const options = { client, tasks, only, version: readVersion() };
      const exam = await exams
        .start({ ...options, room: { ...room, baseUrl: ownAddress(req) } })
        .catch(async (error: unknown) => {
          await service.store.profiles.revoke(profile.code, keys.publicKey, now);
          throw error instanceof ConfigError ? unknownSituation(error) : error;
        });
      return { status: 201, body: { exam: await describe(service, exam, profile.code) } };
    } catch (error) {
      service.exams.end(profile.code);
      throw error;
    }
  },
} satisfies ProfileOperation<'startExam', Service>;

export const stateOutcome = {
  operationId: 'stateOutcome',
  access: 'profile',
  async run(service, { profile, body: { situation, outcome, travellers = [] } }) {
    const exam = requireExam(service, profile.code);
    if (exam.open?.number !== situation) throw new Refusal('situation_not_open');
    if ((await countCalls(service, profile.code)) === 0) throw new Refusal('no_call_arrived');
    if (!exam.state(situation, { outcome, travellers })) throw new Refusal('situation_not_open');
    return { body: { exam: await describe(service, exam, profile.code) } };
  },
} satisfies ProfileOperation<'stateOutcome', Service>;

export const skipSituation = {
  operationId: 'skipSituation',
  access: 'profile',
  async run(service, { profile, body: { situation } }) {
    const exam = requireExam(service, profile.code);
    if (!exam.skip(situation)) throw new Refusal('situation_not_open');
    return { body: { exam: await describe(service, exam, profile.code) } };
  },
} satisfies ProfileOperation<'skipSituation', Service>;

export const getExamFile = {
  operationId: 'getExamFile',
  access: 'profile',
  async run(service, { profile, path: { file } }) {
    const exam = requireExam(service, profile.code);
    if (exam.phase !== 'over') throw new Refusal('exam_not_over');
    const text = await service.exams.render(exam, file);
    const mediaType = file.endsWith('.json') ? 'application/json' : 'text/html';
    return { pieces: [Buffer.from(text)], mediaType, fileName: file };
  },
} satisfies ProfileOperation<'getExamFile', Service>;

export const endExam = {
  operationId: 'endExam',
  access: 'profile',
  async run(service, { profile, now }) {
    const { exams, store } = service;
    const { options } = requireExam(service, profile.code);
    exams.end(profile.code);
    await store.profiles.arm(profile.code, null);
    await store.profiles.revoke(profile.code, options.room.keys.publicKey, now);
    return { body: { exam: null } };
  },
} satisfies ProfileOperation<'endExam', Service>;

function requireExam({ exams }: Service, profileCode: string): HostedExam {
  const exam = exams.of(profileCode);
  if (!exam) throw new Refusal('exam_not_found');
  return exam;
}

async function describe(service: Service, exam: HostedExam, profileCode: string): Promise<ControlSchema['Exam']> {
  const { serviceIdHeader } = service.config;
  return { ...describeExam(exam, await countCalls(service, profileCode)), serviceIdHeader };
}

/** The profile is emptied before each situation. */
function countCalls({ journal }: Service, profileCode: string): Promise<number> {
  return journal.last(profileCode);
}

function refuseWhereNothingIsTrue({ config, clock, judge }: Service): void {
  const wrong = [
    ...(judge === null ? ['It does not judge (--judge false)'] : []),
    ...(config.liveMode ? ['It says that it is live (--live-mode)'] : []),
    ...(config.now === null && !(clock instanceof VirtualClock) ? [] : ['Its clock stands still (--now)']),
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

/** The address at which the request came in: the exam is a client of the sandbox. */
function ownAddress({ socket }: ControlRequest<'startExam'>['req']): string {
  const { localAddress = '127.0.0.1', localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

const REFUSALS: Record<ReturnType<Exams['reserve']>, ErrorName | null> = {
  reserved: null,
  underway: 'exam_underway',
  'too many': 'too_many_exams',
};

import type { Area } from '../../../src/check/verify/contract.ts';
import { expectAccepted, fail } from '../../../src/check/verify/expectations/expect.ts';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import { ContractViolation, NotApplicable, PreconditionNotMet } from '../../../src/check/verify/verdict.ts';
import { pathOf, startServer } from './foreign-servers.ts';
import { runContracts } from './run-contracts.ts';

/** The credential of the samples; its secret must not turn up in any report. */
export const credential = {
  publicKey: 'pk_sample',
  secretKey: 'sk_sample_do_not_tell',
  profileCode: 'dp_sample000001',
};

/** Text of a server that a report must escape. */
const HOSTILE =
  '<script>alert(1)</script> ]]> &amp; ::error title=x::y %0A \u001b[31mred\u001b[0m \u0007\u202e\ud800 ' +
  '"quoted" `code` | cell';

/** The report of a run against a server that returns hostile text, and with the secret that it was sent. */
export async function makeSampleReport(): Promise<VerifyReport> {
  let calls = 0;
  const server = await startServer((req, res) => {
    if (pathOf(req).startsWith('/_sandbox')) return void res.writeHead(404).end();
    const hostile = `${HOSTILE} ${req.headers.authorization}`;
    if (calls++ === 0)
      return void res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"offers":[],"liveMode":false}');
    res.writeHead(400, { 'Content-Type': 'application/json', 'X-Echo': String(req.headers.authorization) }).end(
      JSON.stringify({
        statusCode: 400,
        error: 'Bad Request',
        message: [hostile],
        code: hostile,
        liveMode: false,
        requestId: 'r',
        details: [{ message: hostile }],
      }),
    );
  });
  try {
    return await runContracts({ baseUrl: server.baseUrl, credential, areas });
  } finally {
    await server.close();
  }
}

/** One of each verdict. The ids are those of real rules; what is done with them here is not what they say. */
const areas: Area[] = [
  {
    name: 'samples',
    contracts: [
      {
        title: 'a call that is refused',
        rules: ['flight-search.endpoint'],
        calls: ['searchFlights'],
        check: async (trial) => expectAccepted(await trial.searchFlights()),
      },
      {
        title: 'a value at a pointer',
        rules: ['flight-search.no-parameters'],
        calls: ['searchFlights'],
        async check(trial) {
          throw new ContractViolation({
            expected: 'a code in letters',
            actual: HOSTILE,
            pointer: '/details/0/message',
            exchange: await trial.searchFlights(),
          });
        },
      },
      {
        title: 'no exchange that shows it',
        rules: ['flight-search.endpoint'],
        calls: [],
        check: () => fail(null, 'this', 'that'),
      },
      {
        title: 'an assumption',
        rules: ['flight-search.slices.count'],
        calls: ['searchFlights'],
        async check(trial) {
          trial.warn('errors.codes', {
            expected: 'a known code',
            actual: HOSTILE,
            pointer: '/code',
            exchange: await trial.searchFlights(),
          });
        },
      },
      {
        title: 'nothing to look at',
        rules: ['offer.fields.offer-id'],
        calls: [],
        check: () => {
          throw new PreconditionNotMet(`needs an offer: ${HOSTILE}`);
        },
      },
      {
        title: 'nothing demanded',
        rules: ['offer.fields.total-amount'],
        calls: [],
        check: () => {
          throw new NotApplicable('there is no such thing here');
        },
      },
      {
        title: 'a fault of the harness',
        rules: ['auth.missing-credentials.401'],
        calls: [],
        check: () => {
          throw new TypeError(`Cannot read ${HOSTILE}`);
        },
      },
      { title: 'a rule that holds', rules: ['auth.required'], calls: [], check: async () => {} },
    ],
  },
];

/** The same report without what makes it an error of the harness. */
export function withoutErrors(report: VerifyReport): VerifyReport {
  const isSound = ({ verdict }: { verdict: string }) => verdict !== 'error';
  return {
    ...report,
    contracts: report.contracts.filter(isSound),
    rules: report.rules.filter(isSound),
    summary: { ...report.summary, error: 0 },
  };
}

import type { Response } from 'supertest';
import type { Finding } from '../../../../src/check/judge/finding.ts';
import { Judge } from '../../../../src/check/judge/judge.ts';
import { JudgedExchange } from '../../../../src/check/judge/judged-exchange.ts';
import { loadConduct } from '../../../../src/check/judge/load-conduct.ts';
import { createFindPath } from '../../../../src/check/judge/recording/find-path.ts';
import type { RuleVerdict } from '../../../../src/check/judge/verdicts.ts';
import { verdictsOn } from '../../../../src/check/judge/verdicts.ts';
import { loadSpec } from '../../../../src/interface/openapi/load-spec.ts';
import { loadRules } from '../../../../src/interface/rules/load-rules.ts';
import type { CallOptions, TestSandbox } from '../../../support/sandbox.ts';

const areas = await loadConduct();
const rules = loadRules();
const findPath = createFindPath(await loadSpec());

/** Calls of a sandbox, each of which is shown to a judge, under the profile whose keys it sends. */
export interface JudgedCalls extends TestSandbox {
  /** Rules that the calls broke so far. */
  readonly findings: readonly Finding[];
  readonly verdict: (rule: string) => RuleVerdict;
}

export function judgedCalls(server: TestSandbox): JudgedCalls {
  const judge = new Judge(areas);
  const findings: Finding[] = [];
  let count = 0;
  const judged = async (
    method: string,
    path: string,
    body: unknown,
    call: CallOptions,
    send: () => PromiseLike<Response>,
  ) => {
    const began = count++;
    const at = server.clock.now();
    const response = await send();
    const profile = call.keys?.profileCode ?? server.sandbox.demoKeys.profileCode;
    const headers = { 'content-type': 'application/json', ...server.sandbox.headers(call.keys), ...call.headers };
    const exchange = new JudgedExchange({
      id: `x${began}`,
      began,
      ended: count++,
      at,
      ...recognise(method, path),
      method,
      target: path,
      requestHeaders: Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [name, value])),
      requestBody: body === undefined ? 'none' : { text: JSON.stringify(body) },
      response: { status: response.status, body: { text: response.text } },
    });
    findings.push(...judge.judge(profile, exchange, null));
    return response;
  };
  return {
    sandbox: server.sandbox,
    clock: server.clock,
    baseUrl: server.baseUrl,
    post: (path, body, call = {}) => judged('POST', path, body, call, () => server.post(path, body, call)),
    get: (path, call = {}) => judged('GET', path, undefined, call, () => server.get(path, call)),
    findings,
    verdict: (rule) => {
      const subjects = judge.profiles().flatMap((profile) => judge.subject(profile) ?? []);
      const found = verdictsOn(subjects, areas, rules, true).rules.find(({ id }) => id === rule);
      if (!found) throw new Error(`no verdict on ${rule}`);
      return found;
    },
  };
}

/** The operation of a path below the base URL. */
function recognise(method: string, path: string) {
  const found = findPath(method, path);
  return found?.prefix === '' ? found : { operation: null, parameters: {} };
}

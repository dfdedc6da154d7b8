import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conclude } from '../../../src/check/verify/conclusion.ts';
import type { Contract } from '../../../src/check/verify/contract.ts';
import { expectRefused, expectStatus, fail } from '../../../src/check/verify/expectations/expect.ts';
import { NotApplicable } from '../../../src/check/verify/verdict.ts';
import { headerOf } from '../../../src/exchange/exchange.ts';
import type { Sandbox } from '../../../src/index.ts';
import { createSandbox } from '../../../src/index.ts';
import { runContracts } from './run-contracts.ts';

let sandbox: Sandbox;
let baseUrl: string;
beforeAll(async () => {
  sandbox = await createSandbox({ seed: 'judge', log: 'silent' });
  baseUrl = await sandbox.listen();
});
afterAll(() => sandbox.close());

/** Verdict on one contract against the sandbox, and the report around it. */
async function outcomeOf(contract: Partial<Contract> & Pick<Contract, 'check'>) {
  const whole = {
    title: 'a contract',
    rules: ['flight-search.endpoint'],
    calls: ['searchFlights'],
    ...contract,
  } satisfies Contract;
  const report = await runContracts({ baseUrl, areas: [{ name: 'test', contracts: [whole] }] });
  return {
    result: report.contracts[0],
    rule: report.rules.find(({ id }) => id === 'flight-search.endpoint'),
    report,
  };
}

describe('the verdict of a contract', () => {
  it('is pass when nothing is thrown', async () => {
    const { result, rule } = await outcomeOf({
      check: async (trial) => expectStatus(await trial.searchFlights(), 200),
    });
    expect([result.verdict, rule?.verdict, result.exchanges]).toEqual(['pass', 'pass', 1]);
  });

  it('is fail when an expectation is not met, with the exchange as evidence and no secret', async () => {
    const { result, rule, report } = await outcomeOf({
      check: async (trial) => expectRefused(await trial.searchFlights()),
    });
    expect([result.verdict, rule?.verdict]).toEqual(['fail', 'fail']);
    expect(rule?.findings[0]).toMatchObject({
      expected: 'the call to be refused',
      actual: '200',
      exchange: { method: 'POST', status: 200 },
    });
    expect(headerOf(rule?.findings[0]?.exchange?.request.headers ?? [], 'authorization')).toMatch(/^Bearer sk_…\w{4}$/);
    expect(JSON.stringify(report)).not.toMatch(/sk_sandbox/);
  });

  it('breaks only the rule that the check names', async () => {
    const { ContractViolation } = await import('../../../src/check/verify/verdict.ts');
    const { report } = await outcomeOf({
      rules: ['flight-search.endpoint', 'flight-search.no-parameters'],
      check: () => {
        throw new ContractViolation({ expected: 'one', actual: 'two', pointer: null, exchange: null }, [
          'flight-search.no-parameters',
        ]);
      },
    });
    const verdicts = Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toMatchObject({
      'flight-search.no-parameters': 'fail',
      'flight-search.endpoint': 'not exercised',
    });
  });

  it('is warn when only an assumption is not met', async () => {
    const { result, rule, report } = await outcomeOf({
      check: (trial) =>
        Promise.resolve(trial.warn('errors.codes', { expected: 'a', actual: 'b', pointer: null, exchange: null })),
    });
    expect([result.verdict, rule?.verdict]).toEqual(['warn', 'warn']);
    expect(report.assumptions).toMatchObject([{ id: 'errors.codes', findings: [{ expected: 'a', actual: 'b' }] }]);
  });

  it('is not exercised, with the reason, when the target lacks a precondition', async () => {
    const { result } = await outcomeOf({
      scenarios: ['no-such-scenario'],
      check: async (trial) => {
        await trial.searchFlights({}, { scenario: 'no-such-scenario' });
      },
    });
    expect(result).toMatchObject({
      verdict: 'not exercised',
      reason: 'needs the scenario no-such-scenario, which the target does not have',
    });
  });

  it('is not exercised when the set-up is refused', async () => {
    const { result } = await outcomeOf({
      check: async (trial) => {
        trial.requireSetup(await trial.searchFlights({ with: { slices: [] } }), 'needs a search');
      },
    });
    expect(result.verdict).toBe('not exercised');
    expect(result.reason).toMatch(/^needs a search: 400 /);
  });

  it('is not applicable when the check says so', async () => {
    const { result } = await outcomeOf({
      check: () => {
        throw new NotApplicable('there is no such thing here');
      },
    });
    expect(result).toMatchObject({ verdict: 'not applicable', reason: 'there is no such thing here' });
  });

  it('is error for a fault of the contract itself', async () => {
    const { result } = await outcomeOf({
      check: async () => {
        return (undefined as unknown as { x: { y: Promise<void> } }).x.y;
      },
    });
    expect(result.verdict).toBe('error');
    expect(result.reason).toMatch(/^the harness failed: TypeError/);
  });

  it('is error for a call that the contract does not list, so that --plan is right', async () => {
    const { result } = await outcomeOf({
      calls: [],
      check: async (trial) => {
        await trial.searchFlights();
      },
    });
    expect(result.reason).toContain('the contract calls searchFlights, which its "calls" do not list');
  });

  it('is error for a scenario that the contract does not list', async () => {
    const { result } = await outcomeOf({
      check: async (trial) => {
        await trial.searchFlights({}, { scenario: 'no-offers' });
      },
    });
    expect(result.reason).toContain('the contract selects the scenario no-offers, which its "scenarios" do not list');
  });

  it('fail() without a message still fails', async () => {
    const { result } = await outcomeOf({ check: () => fail(null, 'this', 'that', '/x') });
    expect(result.findings).toMatchObject([
      { verdict: 'fail', rules: ['flight-search.endpoint'], expected: 'this', actual: 'that', pointer: '/x' },
    ]);
  });
});

describe('a target', () => {
  it('has no profile left after the run', async () => {
    const profiles = async () =>
      (
        (await (await fetch(`${baseUrl}/_sandbox/profiles`, { headers: sandbox.headers() })).json()) as {
          profiles: unknown[];
        }
      ).profiles?.length;
    const before = await profiles();
    expect(before).toBeGreaterThan(0);
    await outcomeOf({
      check: async (trial) => {
        await (await trial.asOtherProfile()).searchFlights();
        await (await trial.withFrozenClock()).searchFlights();
      },
    });
    expect(await profiles()).toBe(before);
  });
});

describe('a partly exercised rule', () => {
  const exercised: Contract = {
    title: 'the easier half',
    rules: ['flight-search.endpoint'],
    calls: ['searchFlights'],
    check: async (trial) => expectStatus(await trial.searchFlights(), 200),
  };
  const lacking: Contract = {
    ...exercised,
    title: 'the harder half',
    scenarios: ['no-such-scenario'],
    check: async (trial) => expectStatus(await trial.searchFlights({}, { scenario: 'no-such-scenario' }), 200),
  };

  it('is partly checked, and fails only with --strict', async () => {
    const report = await runContracts({ baseUrl, areas: [{ name: 'test', contracts: [exercised, lacking] }] });
    const rule = report.rules.find(({ id }) => id === 'flight-search.endpoint');
    expect(rule).toMatchObject({
      verdict: 'partly',
      reason: '1 of 2 checks not exercised: needs the scenario no-such-scenario, which the target does not have',
    });
    expect(report.summary).toMatchObject({ pass: 0, partly: 1 });
    expect(conclude(report)).toMatchObject({ verdict: 'passed', partly: [] });
    expect(conclude(report, { strict: true })).toMatchObject({
      verdict: 'failed',
      failures: [],
      partly: ['flight-search.endpoint'],
    });
  });
});

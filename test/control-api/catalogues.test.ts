import { expect, it } from 'vitest';
import { loadConduct } from '../../src/check/judge/load-conduct.ts';
import { catalogue } from '../../src/interface/errors/catalogue.ts';
import { loadAssumptions } from '../../src/interface/rules/load-assumptions.ts';
import { loadRules } from '../../src/interface/rules/load-rules.ts';
import { useSandbox } from '../support/sandbox.ts';
import { control } from './control-client.ts';

const sandbox = useSandbox({ adminToken: 'admin-token-of-the-tests' });

const read = async (path: string) => (await control(sandbox.baseUrl, 'GET', path)).body;

it('the rules are those of the catalogue, in its order, and open to anyone', async () => {
  const { rules } = await read('/rules');
  const checks = (await loadConduct()).flatMap((area) => area.checks);
  const rightOf = (rule: string) =>
    new Set(checks.filter((check) => check.rules.includes(rule)).map((one) => one.right));
  expect(rules).toEqual(loadRules().map(({ conduct: _, ...rule }) => ({ ...rule, right: [...rightOf(rule.id)] })));
});

it('the assumptions are those of the catalogue, in its order, and open to anyone', async () => {
  const { assumptions } = await read('/assumptions');
  expect(assumptions).toEqual(loadAssumptions().map(({ specReason: _, ...assumption }) => assumption));
});

it('the error codes are those of the catalogue, in its order, and open to anyone', async () => {
  const { errorCodes } = await read('/error-codes');
  expect(errorCodes.map(({ name }: { name: string }) => name)).toEqual(Object.keys(catalogue));
  expect(errorCodes).toContainEqual({
    name: 'price_changed',
    code: 'price_changed',
    status: catalogue.price_changed.status,
    summary: catalogue.price_changed.summary,
    next: catalogue.price_changed.next,
    inFailedBooking: true,
  });
});

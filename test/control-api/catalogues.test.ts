import { expect, it } from 'vitest';
import { catalogue } from '../../src/errors/catalogue.ts';
import { loadAssumptions } from '../../src/rules/load-assumptions.ts';
import { loadRules } from '../../src/rules/load-rules.ts';
import { useSandbox } from '../support/sandbox.ts';
import { control } from './control-client.ts';

const sandbox = useSandbox({ adminToken: 'admin-token-of-the-tests' });

const read = async (path: string) => (await control(sandbox.baseUrl, 'GET', path)).body;

it('the rules are those of the catalogue, in its order, and open to anyone', async () => {
  const { rules } = await read('/rules');
  expect(rules).toEqual(loadRules().map(({ conduct: _, ...rule }) => rule));
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

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runTaxiway } from '../../cli/taxiway.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const asAgent = (...client: string[]) => ['--', process.execPath, '--import', file('fetch-by-tools.ts'), ...client];
/** Each client starts a server of its tools, which takes long on a busy machine. */
const UNHURRIED = ['--timeout', '300'];

it('an agent with the tools of the service passes every situation of two tasks', { timeout: 1_200_000 }, async () => {
  const only = ['hold-flight', 'order-flight'];
  const client = asAgent(file('../../../examples/clients/client.ts'));
  const { code, stdout } = await runTaxiway(['exam', '--quiet', ...UNHURRIED, '--only', only.join(','), ...client]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^PASSED\n\d+ situations: \d+ passed/m) as unknown]);
});

it('an agent that books again after a 502 fails by that rule', { timeout: 60_000 }, async () => {
  const client = asAgent(file('../../check/exam/habits.ts'), 'rebooks');
  const { code, stdout } = await runTaxiway(['exam', '--only', 'book-transfer.502-after-commit', ...client]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/transfer\.502\.[\w-]+/);
  expect(stdout).toContain('Booked more than once');
});

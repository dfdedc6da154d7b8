import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { useSandbox } from '../support/sandbox.ts';
import { curls, runBash } from './run-bash.ts';

const journey = fileURLToPath(new URL('../../examples/journey.sh', import.meta.url));
const server = useSandbox({ clock: systemClock });

describe('examples/journey.sh', () => {
  it.each(curls)('ends with an order and a completed reservation in the sandbox, by %s', async (curl) => {
    const { exitCode, stdout, stderr } = await runBash([journey], { BASE_URL: server.baseUrl }, curl);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    const [, orderId] = /order id: +(ord_\w+)\n/.exec(stdout) ?? [];
    const [, confirmationNumber] = /confirmation number: +(\S+)\n$/.exec(stdout) ?? [];
    const order = await server.get(`/_sandbox/profiles/${server.sandbox.demoKeys.profileCode}/resources/${orderId}`);
    expect(order.body.resource).toMatchObject({
      status: 'booked',
      gdsprovider: 1,
      request: { passengers: [{ identity_documents: [{ type: 'passport' }] }] },
    });
    const read = await server.get('/reservations/details', {
      query: { confirmationNumber: confirmationNumber },
    });
    expect(read.body).toMatchObject({
      status: 'completed',
      reservations: [{ state: 'confirmed', replaces: expect.any(String) }],
    });
  });

  it('reports an unexpected response of the service', async () => {
    const { exitCode, stdout, stderr } = await runBash([journey], { BASE_URL: server.baseUrl, SECRET_KEY: 'sk_wrong' });
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^journey: POST \/v1\/flights\/search returned 403: .*"code":"invalid_credentials"/);
  });

  it('reports that there is no response if no service runs', async () => {
    const { exitCode, stderr } = await runBash([journey], { BASE_URL: 'http://127.0.0.1:1' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('journey: POST /v1/flights/search: no response from http://127.0.0.1:1: is it running?');
  });
});

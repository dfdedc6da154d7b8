import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { CheckedExchange } from '../../../src/check/verify/http/exchange.ts';
import type { VerifyOptions } from '../../../src/check/verify/probe/options.ts';
import { createRepeatScript } from '../../../src/check/verify/repeat-script.ts';
import type { Finding } from '../../../src/check/verify/verdict.ts';
import { verify } from '../../../src/check/verify/verify.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import { loadDefects } from '../../defects/load-defects.ts';
import { runBash } from '../../examples/run-bash.ts';

const defects = await loadDefects();

describe('the script of a failure', () => {
  it.each([
    ['flight-order.mapping.holder-phone', 'calls-the-last-passenger'],
    ['flight-order.hold.only-when-supported', 'makes-an-unavailable-hold-instant'],
    ['flight-order.tracked-offer.same-profile', 'looks-offers-up-in-every-profile'],
    ['auth.invalid-credentials.403', 'orders-with-any-secret'],
    ['auth.required', 'tells-required-fields-without-a-service-id'],
    ['transfer.booking.pending.read-outcome', 'reads-a-failed-booking-as-completed'],
    ['transfer.change.call-order', 'completes-a-change-without-making-it'],
    ['transfer.token.expires-with-offer', 'prices-a-millisecond-too-long'],
    ['service.live-mode.every-response', 'says-nothing-of-live-where-credentials-are-wrong'],
  ])('makes the call of %s (%s) again, and the target fails again', async (rule, name) => {
    await failTwice(rule, name, {});
  });

  it('takes the secret from a variable if the caller provided the profile', async () => {
    await failTwice('flight-order.mapping.holder-phone', 'calls-the-last-passenger', { own: true });
  });
});

it('a script runs nothing but its calls, regardless of the data from the target', async () => {
  const evil = `$(touch a)\`touch b\`';touch c;'"";touch d\\\uE000PATH\uE001`;
  const offer = { offerId: evil, gdsprovider: evil, [evil]: true };
  const target = createServer((_, res) => res.end(JSON.stringify({ offers: [offer, { ...offer, [evil]: null }] })));
  await once(target.listen(0, '127.0.0.1'), 'listening');
  const server = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const call = (sequence: number, path: string, body: unknown): CheckedExchange =>
    ({
      ...{ exchangeId: `call ${sequence}`, sequence, at: sequence, durationMs: 0, status: 200, method: 'POST' },
      ...{ operationId: 'searchFlights', server, path, value: { offers: [offer] } },
      request: {
        ...{ body: JSON.stringify(body), encoding: 'utf-8', bodyBytes: 1, cut: false },
        headers: [['Authorization', 'Bearer sk_…demo']],
      },
    }) as unknown as CheckedExchange;
  const exchanges = [
    call(1, '/v1/flights/search', {}),
    call(2, `/order/${encodeURIComponent(evil)}?id=${encodeURIComponent(evil)}`, { offerId: evil, note: `${evil}!` }),
  ];
  const seen = { target: { serviceIdHeader: 'X-Service-Id', sandboxUrl: null }, exchanges, ownProfiles: [] };
  const { stderr, left, stdout } = await runBash(['-c', createRepeatScript(seen)(exchanges[1])], {
    TAXIWAY_SECRET: 'x',
  });
  expect([stderr, left, JSON.parse(stdout).offers.length]).toEqual(['', [], 2]);
  target.close();
});

/** Verifies a sandbox with a defect, and runs the script of the first finding. */
async function failTwice(rule: string, name: string, { own = false }: { own?: boolean }): Promise<void> {
  const planted = defects.find((defect) => defect.name === name);
  if (!planted) throw new Error(`no defect is called ${name}`);
  const sandbox = await startSandbox({ seed: 'again', log: 'silent', judge: false }, planted.plant);
  try {
    const options: VerifyOptions = { baseUrl: await sandbox.listen() };
    const credential = await sandbox.addProfile();
    const report = await verify({ ...options, ...(own && { credential }), only: [rule] }, 'test');
    const finding = report.rules.find(({ id }) => id === rule)?.findings.find(({ exchange }) => exchange) as Finding;
    const script = `${finding.repeat}`;
    expect(script).not.toContain(credential.secretKey);
    const printsStatus = script.replace(/curl (?=[^\n]*\n$)/, "curl -o /dev/null -w '%{http_code}' ");
    const { stdout, stderr } = await runBash(['-c', printsStatus], own ? { TAXIWAY_SECRET: credential.secretKey } : {});
    expect([stderr, Number(stdout)]).toEqual(['', finding.exchange?.status]);
  } finally {
    await sandbox.close();
  }
}

import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { ORDINARY_HEADERS } from '../support/exchanges.ts';
import { found } from '../support/flight-sketches.ts';
import { judgeSketches } from '../support/judge-sketches.ts';

describe('a request whose address', () => {
  it.each<[string, string, string, string]>([
    ['has something before it', 'POST', '/api/v1/flights/search', 'service.base-url'],
    ['has the version twice', 'POST', '/v1/v1/flights/search', 'service.base-url'],
    ['has no version', 'POST', '/flights/order/0/off_1', 'versioning.flight-v1-path'],
    ['has another version', 'POST', '/v2/flights/search', 'versioning.flight-v1-path'],
    ['is a search by GET', 'GET', '/v1/flights/search', 'flight-search.endpoint'],
    ['is nearly that of a search', 'POST', '/v1/flight/search', 'flight-search.endpoint'],
    ['is nearly that of an order', 'POST', '/v1/flights/orders/0/off_1', 'flight-order.endpoint'],
    ['is that of an order without provider', 'POST', '/v1/flights/order/off_1', 'flight-order.endpoint'],
  ])('%s breaks a rule', (_fault, method, target, rule) => {
    expect(judgeSketches([missed(method, target)])).toMatchObject({ broken: [rule], warned: [] });
  });

  it.each<[string, string, string]>([
    ['GET', '/v1/flights/search', 'flight-search.endpoint'],
    ['POST', '/v1/flights/orders/0/off_1', 'flight-order.endpoint'],
    ['PUT', '/v1/flights/order/0/off_1', 'flight-order.endpoint'],
  ])('breaks a rule even if a lenient service accepts %s %s', (method, target, rule) => {
    for (const status of [200, 403, 500])
      expect(judgeSketches([{ ...missed(method, target), status }])).toMatchObject({ broken: [rule] });
  });

  it.each([
    ['POST', '/api/search', 'transfer.path-prefix'],
    ['POST', '/v1/reservations/changes', 'transfer.path-prefix'],
    ['GET', '/v1/flights', 'errors.unknown-addresses'],
    ['GET', '/v1/flights/orders/ord_1', 'errors.unknown-addresses'],
    ['POST', '/v1/flights/order/cancel/0/ord_1', 'errors.unknown-addresses'],
    ['GET', '/reservations/res_1', 'errors.unknown-addresses'],
  ])('is %s %s gets a warning', (method, target, assumption) => {
    const { broken, warned } = judgeSketches([missed(method, target)]);
    expect({ broken, warned }).toEqual({ broken: [], warned: [`service.base-url: ${assumption}`] });
  });

  it.each<[string, Sketch]>([
    ['is one of a browser', missed('GET', '/favicon.ico')],
    ['is asked for by a browser before the request', missed('OPTIONS', '/v1/flights/search')],
    ['is not documented, and exists', { ...missed('GET', '/v1/flights/orders/1'), status: 200 }],
    ['is a page of the same name', { ...missed('GET', '/flights/search'), status: 200 }],
  ])('%s breaks nothing', (_kind, sketch) => {
    expect(judgeSketches([sketch])).toMatchObject({ broken: [], warned: [] });
  });
});

describe('a flight request', () => {
  const others = (name: string, value?: string) => {
    const at = ORDINARY_HEADERS.indexOf(name);
    const rest = ORDINARY_HEADERS.toSpliced(at, 2);
    return { ...found(), status: 401, headers: value === undefined ? rest : [...rest, name, value] };
  };

  it.each<[string, string[], Sketch]>([
    ['without Authorization', ['auth.required'], others('Authorization')],
    ['without X-Service-Id', ['auth.required', 'service.developer-profile'], others('X-Service-Id')],
    ['with a bare key', ['auth.headers.authorization'], others('Authorization', 'sk_a')],
    ['with a bare key, redacted', ['auth.headers.authorization'], others('Authorization', '…demo')],
    ['with Basic', ['auth.headers.authorization'], others('Authorization', 'Basic cGs6c2s=')],
    ['with the public key alone', ['auth.headers.service-id'], others('X-Service-Id', 'pk_sandbox_a')],
    ['with the code first', ['auth.headers.service-id'], others('X-Service-Id', 'dp_demo:pk_sandbox_a')],
    ['with undefined for the key', ['auth.headers.authorization'], others('Authorization', 'Bearer undefined')],
    ['with the public key for the secret', ['auth.headers.authorization'], others('Authorization', 'Bearer pk_a')],
    ['with the key in quotes', ['auth.headers.authorization'], others('Authorization', 'Bearer "sk_a"')],
    ['with undefined for the public key', ['auth.headers.service-id'], others('X-Service-Id', 'undefined:dp_a')],
    ['with the secret for the public key', ['auth.headers.service-id'], others('X-Service-Id', 'sk_a:dp_a')],
    ['with the public key twice', ['auth.headers.service-id'], others('X-Service-Id', 'pk_a:pk_a:dp_a')],
    ['with the prefix alone', ['auth.profile-code.prefix'], others('X-Service-Id', 'pk_a:dp_')],
    ['with a code without dp_', ['auth.profile-code.prefix'], others('X-Service-Id', 'pk_sandbox_a:demo')],
    ['as text', ['auth.headers.content-type'], others('Content-Type', 'text/plain')],
    ['without a content type', ['auth.headers.content-type'], others('Content-Type')],
  ])('%s breaks its rule', (_fault, rules, sketch) => {
    expect(judgeSketches([sketch]).broken.sort()).toEqual(rules.sort());
  });

  it.each<[string, Sketch]>([
    ['with a redacted key', others('Authorization', 'Bearer …demo')],
    ['with a key that is not shown at all', others('Authorization', '[REDACTED]')],
    ['with a character set', others('Content-Type', 'application/json; charset=utf-8')],
    ['without a body or a content type', { operation: 'getFlightOffer', headers: ORDINARY_HEADERS.slice(0, 4) }],
  ])('%s breaks nothing', (_kind, sketch) => {
    expect(judgeSketches([sketch])).toMatchObject({ broken: [], warned: [] });
  });

  it('does not break the rule if the recording leaves Authorization out', () => {
    const accepted = { ...others('Authorization'), status: 200 };
    const { broken, verdict } = judgeSketches([accepted, others('Authorization')]);
    expect(broken).toEqual([]);
    expect(verdict('auth.required')).toMatchObject({ verdict: 'undecided', undecided: 2 });
  });

  it('breaks the rule if an earlier request has the header, even if the service accepts the request', () => {
    const { broken } = judgeSketches([found(), { ...others('Authorization'), status: 200 }]);
    expect(broken).toEqual(['auth.required']);
  });
});

it('warns about a transfer request that names no profile', () => {
  const { broken, warned } = judgeSketches([{ operation: 'searchTransfers', headers: [] }]);
  expect({ broken, warned }).toEqual({
    broken: [],
    warned: ['service.developer-profile: transfer.authentication'],
  });
});

function missed(method: string, target: string): Sketch {
  return { operation: null, method, target, status: 404 };
}

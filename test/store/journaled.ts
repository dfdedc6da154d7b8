import type { NewExchange } from '../../src/store/journal.ts';

/** A whole exchange to be appended to a journal. */
export function journaled(more: Partial<NewExchange> = {}): NewExchange {
  count += 1;
  return {
    exchangeId: `req_${count}`,
    profileCode: 'dp_mine00000000',
    at: 1000,
    realTime: 2000,
    durationMs: 1.25,
    overlapped: 0,
    authenticated: true,
    origin: 'client',
    operationId: 'searchFlights',
    method: 'POST',
    path: '/v1/flights/search?a=1',
    status: 200,
    ending: 'answered',
    outcome: { kind: 'ok', text: '200' },
    scenario: null,
    scenarioFrom: null,
    request: {
      headers: ['Host', 'x', 'X-Twice', '1', 'X-Twice', '2'],
      body: Buffer.from('{"__proto__": 1}'),
      bodyBytes: 16,
      cut: false,
    },
    response: { headers: ['X-Request-Id', 'req'], body: Buffer.from('{"Málaga": "😀"}'), bodyBytes: 20, cut: false },
    ...more,
  };
}

let count = 0;

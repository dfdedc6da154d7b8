import { expect, it } from 'vitest';
import { createResponseChecker } from '../../src/http/openapi/response-checker.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { useSandbox } from '../support/sandbox.ts';

const sandbox = useSandbox();
const check = createResponseChecker(await loadSpec());

it('an error code not listed for the operation and status is a violation', () => {
  expect(check('searchFlights', 400, errorBody(400, 'adult_required'))).toBeUndefined();
  expect(check('getTracking', 400, errorBody(400, 'adult_required'))).toBe(
    'getTracking 400: x-error-codes does not list adult_required',
  );
  expect(check('getTracking', 403, errorBody(403, 'missing_api_token'))).toContain('does not list missing_api_token');
});

it('a failed booking has a code that the operation lists for 200', () => {
  expect(check('bookTransfer', 200, failedBooking('pricing_required'))).toBeUndefined();
  expect(check('bookTransfer', 200, failedBooking('change_search_mismatch'))).toBe(
    'bookTransfer 200: x-error-codes does not list change_search_mismatch',
  );
});

it('the served interface names the codes of each operation in words', async () => {
  const { body } = await sandbox.get('/_sandbox/openapi.json');
  const { description } = body.paths['/book'].post;
  expect(description).toMatch(/^Third call of a new reservation.*\n\nError codes by HTTP status:\n\n- 200 with/s);
  expect(description).toContain('`pricing_required`');
  expect(description).toContain('- 502: `upstream_failed`');
  expect(description).toContain('- 400, sandbox only: `unknown_scenario`');
});

function errorBody(statusCode: number, code: string): object {
  return { statusCode, code, error: 'x', message: ['x'], liveMode: false, requestId: 'req_1' };
}

function failedBooking(code: string): object {
  return {
    status: 'failed',
    completed: false,
    searchId: '0'.repeat(32),
    partnerTrackingId: null,
    reservations: [],
    error: { code, message: 'x' },
    liveMode: false,
  };
}

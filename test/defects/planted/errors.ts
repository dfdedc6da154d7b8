import type { Defect } from '../defect.ts';
import type { WireResponse } from '../plants.ts';
import { alterResponses } from '../plants.ts';

const SEARCH = '/v1/flights/search';
const ORDER = /^\/v1\/flights\/order\/[^/]+\/[^/]+$/;

export default [
  {
    name: 'answers-201-to-searches',
    rule: 'errors.flight.200-success',
    breaks: 'A search that succeeds returns 201.',
    plant: alterResponses((response, { path }) => {
      if (path === SEARCH && response.status === 200) response.status = 201;
    }),
  },
  {
    name: 'answers-201-to-orders',
    rule: 'errors.flight.200-success',
    breaks: 'An order that succeeds returns 201.',
    plant: alterResponses((response, { path }) => {
      if (ORDER.test(path) && response.status === 200) response.status = 201;
    }),
  },
  {
    name: 'fails-over-searches-that-are-no-json',
    rule: 'errors.flight.400-invalid-payload',
    breaks: 'A search that is not JSON returns 500.',
    plant: responsesWith(500, 'malformed_json', (path) => path === SEARCH),
  },
  {
    name: 'fails-over-orders-that-are-no-json',
    rule: 'errors.flight.400-invalid-payload',
    breaks: 'An order that is not JSON returns 500.',
    plant: responsesWith(500, 'malformed_json', (path) => ORDER.test(path)),
  },
  {
    name: 'answers-422-to-searches-of-the-wrong-shape',
    rule: 'errors.flight.documented-statuses-only',
    breaks: 'A search that breaks a stated shape returns 422.',
    plant: responsesWith(422, 'invalid_request', (path) => path === SEARCH),
  },
  {
    name: 'answers-422-to-orders-of-the-wrong-shape',
    rule: 'errors.flight.documented-statuses-only',
    breaks: 'An order that breaks a stated shape returns 422.',
    plant: responsesWith(422, 'invalid_request', (path) => ORDER.test(path)),
  },
  {
    name: 'answers-403-to-orders-of-the-wrong-shape',
    rule: 'errors.flight.400-invalid-payload',
    breaks: 'An order that breaks a stated shape returns 403, as if the caller were not allowed to order.',
    plant: responsesWith(403, 'invalid_request', (path) => ORDER.test(path)),
  },
  {
    name: 'answers-400-to-searches-when-it-fails',
    rule: 'errors.flight.500-internal',
    breaks: 'An internal error over a search is put on the caller.',
    plant: responsesWith(400, 'internal_error', (path) => path === SEARCH),
  },
  {
    name: 'answers-503-to-orders-when-it-fails',
    rule: 'errors.flight.500-internal',
    breaks: 'An internal error over an order returns 503.',
    plant: responsesWith(503, 'internal_error', (path) => ORDER.test(path)),
  },
  {
    name: 'answers-404-to-orders-of-unknown-offers',
    rule: 'errors.flight.documented-statuses-only',
    breaks: 'An order of an offer that is not known returns 404.',
    plant: responsesWith(404, 'offer_not_found', (path) => ORDER.test(path)),
  },
  {
    name: 'answers-415-to-searches-of-another-content-type',
    rule: 'errors.flight.documented-statuses-only',
    breaks: 'A search of another content type returns 415.',
    plant: responsesWith(415, 'unsupported_content_type', (path) => path === SEARCH),
  },
  {
    name: 'answers-404-to-unknown-providers',
    rule: 'errors.flight.documented-statuses-only',
    breaks: 'An order under a gdsprovider that does not exist returns 404.',
    plant: responsesWith(404, 'invalid_request', (path) => ORDER.test(path) && !/\/[01]\//.test(path)),
  },
] satisfies Defect[] as Defect[];

/** Another status in the place of the one that belongs to an error code. */
function responsesWith(status: number, code: string, concerns: (path: string) => boolean) {
  return alterResponses((response: WireResponse, { path }) => {
    if (concerns(path) && response.body?.code === code)
      Object.assign(response, { status, body: { ...response.body, statusCode: status } });
  });
}

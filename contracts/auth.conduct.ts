import type { ConductArea } from '../src/check/judge/conduct.ts';
import {
  authorizationIn,
  flightOperations,
  isBearer,
  isSwapped,
  readServiceId,
} from '../src/check/judge/expectations/credentials.ts';
import { isPlaceholder } from '../src/check/judge/expectations/identifiers.ts';
import { isRedacted } from '../src/check/judge/redacted-values.ts';

const sees = flightOperations;

const area: ConductArea = {
  name: 'the key pair of a request',
  checks: [
    {
      title: 'a flight request has both credential headers',
      rules: ['auth.required'],
      sees,
      occasion: 'a flight request',
      wrong: 'They set the headers only for some calls, or read the key pair from empty settings.',
      right: 'Set `Authorization` and `X-Service-Id` in one place, for every request.',
      scenarios: [],
      judge(view) {
        const { request } = view.exchange;
        const authorization = authorizationIn(view);
        if (!request.header('x-service-id')) return view.broken({ expected: 'a header X-Service-Id', actual: 'none' });
        if (authorization === 'sent') view.kept();
        else if (authorization === 'left-out') view.undecided('the recording leaves Authorization out');
        else view.broken({ expected: 'a header Authorization', actual: 'none' });
      },
    },
    {
      title: 'Authorization is the word Bearer, a space and the secret key',
      rules: ['auth.headers.authorization'],
      sees,
      occasion: 'a flight request with the header Authorization',
      wrong: 'They send the bare key, or Basic with both keys.',
      right: 'Send `Authorization: Bearer <SECRET_KEY>`.',
      scenarios: [],
      judge(view) {
        const value = view.exchange.request.header('authorization');
        if (!value) return;
        const isRight = isBearer(value);
        if (isRight) view.kept();
        else if (isRight === null) view.undecided('the recording shows no part of Authorization');
        else view.broken({ expected: 'Bearer, a space and the secret key', actual: describe(value) });
      },
    },
    {
      title: 'X-Service-Id is the public key, a colon and the profile code',
      rules: ['auth.headers.service-id'],
      sees,
      occasion: 'a flight request with the header X-Service-Id',
      wrong: 'They send only the public key or the profile code, or the code first.',
      right: 'Send `X-Service-Id: <PUBLIC_KEY>:<PROFILE_CODE>`.',
      scenarios: [],
      judge(view) {
        const value = view.exchange.request.header('x-service-id');
        if (!value) return;
        const halves = readServiceId(value);
        if (halves && !isSwapped(halves)) view.kept();
        else if (isRedacted(value)) view.undecided('the recording shows X-Service-Id redacted');
        else view.broken({ expected: '<PUBLIC_KEY>:<PROFILE_CODE>', actual: value });
      },
    },
    {
      title: 'the profile code in X-Service-Id begins with dp_',
      rules: ['auth.profile-code.prefix'],
      sees,
      occasion: 'a flight request whose X-Service-Id has a profile code',
      wrong: 'They send the name of the profile, or remove the prefix.',
      right: 'Send the Developer Profile code as shown in the dashboard, including `dp_`.',
      scenarios: [],
      judge(view) {
        const value = view.exchange.request.header('x-service-id');
        const halves = value === undefined ? null : readServiceId(value);
        if (!halves || isSwapped(halves)) return;
        const code = halves.profileCode;
        if (/^dp_./.test(code)) view.kept();
        else if (isRedacted(code)) view.undecided('the recording shows the profile code redacted');
        else view.broken({ expected: 'a profile code of dp_ and further characters', actual: code });
      },
    },
    {
      title: 'a flight request with a body has the content type application/json',
      rules: ['auth.headers.content-type'],
      sees: ['searchFlights', 'createFlightOrder', 'getRequiredFields'],
      occasion: 'a flight request with a body',
      wrong: 'They leave the header to an HTTP library that sends text/plain or a form.',
      right: 'Send `Content-Type: application/json` with every body.',
      scenarios: [],
      judge(view) {
        const { request } = view.exchange;
        const value = request.header('content-type');
        if (value !== undefined && JSON_TYPE.test(value)) return view.kept();
        const { kind } = request.body;
        if (kind === 'none') return;
        if (kind === 'unknown' && value === undefined) return view.undecided('the recording does not show the body');
        view.broken({ expected: 'application/json', actual: value ?? 'no content type' });
      },
    },
  ],
};

export default area;

/** Describes a header without the key: its prefix is enough. */
function describe(value: string): string {
  const [, scheme, key = ''] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  if (isPlaceholder(key)) return `${scheme} and "${key}"`;
  if (/^bearer$/i.test(scheme ?? ''))
    return `Bearer and ${key.startsWith('pk_') ? 'a public key' : 'a key in quotes or brackets'}`;
  return scheme === undefined ? 'one word' : `the scheme ${scheme}`;
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

import { flightHeaders } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'sends-no-credentials',
    rule: 'auth.required',
    breaks: 'It calls the flight endpoints without Authorization and X-Service-Id.',
    consequences: { 'service.developer-profile': 'no header is left that names a profile' },
    client: flightHeaders(() => ({ authorization: undefined, 'x-service-id': undefined })),
  },
  {
    name: 'sends-no-secret-key',
    rule: 'auth.required',
    breaks: 'It calls the flight endpoints with X-Service-Id alone.',
    client: flightHeaders(() => ({ authorization: undefined })),
  },
  {
    name: 'sends-the-bare-key',
    rule: 'auth.headers.authorization',
    breaks: 'It sends the secret key without the word Bearer.',
    client: flightHeaders((_headers, { credential }) => ({ authorization: credential.secretKey })),
  },
  {
    name: 'sends-the-key-as-basic',
    rule: 'auth.headers.authorization',
    breaks: 'It sends the key pair with the scheme Basic.',
    notInHar: 'secrets are redacted before anything is judged, and the scheme with them',
    client: flightHeaders((_headers, { credential: { publicKey, secretKey } }) => ({
      authorization: `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`,
    })),
  },
  {
    name: 'sends-the-public-key-alone',
    rule: 'auth.headers.service-id',
    breaks: 'It leaves the profile code out of X-Service-Id.',
    client: flightHeaders((_headers, { credential }) => ({ 'x-service-id': credential.publicKey })),
  },
  {
    name: 'joins-the-service-id-with-a-slash',
    rule: 'auth.headers.service-id',
    breaks: 'It puts a slash between the public key and the profile code.',
    client: flightHeaders((_headers, { credential: { publicKey, profileCode } }) => ({
      'x-service-id': `${publicKey}/${profileCode}`,
    })),
  },
  {
    name: 'cuts-the-prefix-off-the-profile-code',
    rule: 'auth.profile-code.prefix',
    breaks: 'It takes the prefix dp_ off the profile code.',
    client: flightHeaders((_headers, { credential: { publicKey, profileCode } }) => ({
      'x-service-id': `${publicKey}:${profileCode.slice('dp_'.length)}`,
    })),
  },
  {
    name: 'sends-json-as-text',
    rule: 'auth.headers.content-type',
    breaks: 'It sends JSON with the content type text/plain, as fetch does for a string.',
    client: flightHeaders((headers) => ('content-type' in headers ? { 'content-type': 'text/plain' } : {})),
  },
  {
    name: 'sends-no-content-type',
    rule: 'auth.headers.content-type',
    breaks: 'It sends JSON without a content type.',
    client: flightHeaders(() => ({ 'content-type': undefined })),
  },
] satisfies BadClient[];

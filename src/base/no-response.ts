import { messageOf } from './message-of.ts';
import { propertyOf } from './values/property.ts';

/**
 * Returns the sentence for a base URL without a response, with the cause and the next step. `settings` names the
 * settings for another address, as in `--url (TAXIWAY_BASE_URL)`.
 */
export function noResponse(baseUrl: string, cause: string, settings: string): string {
  if (UNREADABLE.test(cause))
    return `${baseUrl} sent a response that is not valid HTTP (${cause}): the fault is on its side, or a proxy's`;
  const proxy = proxyFor(baseUrl);
  if (proxy !== undefined)
    return (
      `no response from ${baseUrl} (${cause}); calls go through the proxy of the environment, ${proxy}: name this ` +
      'host in NO_PROXY to reach it without'
    );
  return (
    `no response from ${baseUrl} (${cause}); start a sandbox with \`taxiway serve\`, or name the address of ` +
    `a running service: ${settings}`
  );
}

/**
 * Returns the reason for a missing response in words, from an error of `node:http` or `node:net`. `trust` names the
 * setting for a certificate's authority.
 */
export function reasonOf(error: unknown, trust: string): string {
  const said = propertyOf(error, 'code');
  const code = typeof said === 'string' ? said : '';
  if (code.startsWith('HPE_')) return `its response is not HTTP: ${code}, ${messageOf(error)}`;
  const hint = CERTIFICATE_FAULTS.test(code) ? `its certificate is not trusted here; ${trust}` : HINTS[code];
  if (hint) return `${code}, ${hint}`;
  return code === '' ? messageOf(error) : `${code}: ${messageOf(error)}`;
}

const CERTIFICATE_FAULTS = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED/;
const HINTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed before the response was complete',
  ETIMEDOUT: 'it did not respond',
  EHOSTUNREACH: 'it cannot be reached from here',
  ENETUNREACH: 'it cannot be reached from here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  EPROTO: 'it does not speak TLS there',
};

/** Header limit for a response, in bytes, for verify and record. Node's own is 16 kB. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Returns the proxy that Node uses for an address, without its password. */
function proxyFor(baseUrl: string): string | undefined {
  const { env } = process;
  if (env['NODE_USE_ENV_PROXY'] !== '1') return undefined;
  const { protocol, hostname } = new URL(baseUrl);
  const excepted = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/);
  if (excepted.some((one) => one === '*' || one === hostname)) return undefined;
  const name = protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const proxy = URL.parse(env[name] ?? env[name.toUpperCase()] ?? '');
  return proxy === null ? undefined : proxy.host;
}

/** Faults found by Node's HTTP parsers, in `node:http` and in `fetch`. */
const UNREADABLE =
  /HPE_|Parse Error|does not match the HTTP\/1\.1 protocol|Headers Overflow|does not match content-length/;

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

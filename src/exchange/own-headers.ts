/**
 * True if a header makes a call what it is: not one that each client sets by itself, or that holds for one connection
 * only. The others are left out where a call is shown to be made again. Example: `isOwnHeader('X-Service-Id', 'pk')`.
 */
export function isOwnHeader(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return !SET_BY_CLIENTS.has(lower) && !lower.startsWith('sec-') && !(lower === 'accept' && value === '*/*');
}

const SET_BY_CLIENTS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'content-length',
  'transfer-encoding',
  // The body is kept decompressed.
  'content-encoding',
  'accept-encoding',
  'accept-language',
  'expect',
  'te',
  'trailer',
  'upgrade',
  'user-agent',
  'referer',
  'dnt',
  'priority',
  'cache-control',
  'pragma',
]);

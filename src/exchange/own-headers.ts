/**
 * True if a header belongs to the call itself: not if clients set it by themselves, or if it concerns one connection
 * only. Calls shown for repetition omit the others. Example: `isOwnHeader('X-Service-Id', 'pk')`.
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

import type { IncomingMessage } from 'node:http';
import type { RawHeaders } from '../proxy/headers.ts';
import { filterHeaders } from '../proxy/headers.ts';

/** The selectors of a request, and the request without them: the upstream does not know these names. */
export interface Selected {
  query: string | undefined;
  header: string | undefined;
  target: string;
  headers: RawHeaders;
}

/** Removes the parameter `scenario` and the header X-Sandbox-Scenario from a request. */
export function takeSelectors({ headers: read, rawHeaders }: IncomingMessage, target: string): Selected {
  const [path = '', search] = target.split(/\?(.*)/s);
  const parts = search === undefined ? [] : search.split('&');
  const own = parts.filter((part) => /^scenario(=|$)/.test(part));
  const rest = parts.filter((part) => !own.includes(part));
  const header = read['x-sandbox-scenario'];
  return {
    query: own.length === 0 ? undefined : new URLSearchParams(own.join('&')).getAll('scenario').join(','),
    header: header === undefined ? undefined : [header].flat().join(','),
    target: own.length === 0 ? target : path + (rest.length > 0 ? `?${rest.join('&')}` : ''),
    headers: header === undefined ? rawHeaders : filterHeaders(rawHeaders, (name) => name !== 'x-sandbox-scenario'),
  };
}

import { isOwnHeader } from '../../src/exchange/own-headers.ts';
import { sandboxUrl } from '../api/client.ts';
import type { Exchange } from './exchange.ts';

/** Returns the full address of a call. */
function addressOf({ path }: Pick<Exchange, 'path'>): string {
  return sandboxUrl + path;
}

/** Returns the request as a fetch call, for a browser console or for Node. */
export function asFetch(exchange: Exchange): string {
  const { headers, secretEnding } = headersOf(exchange);
  const body = bodyOf(exchange);
  const secret = secretEnding === undefined ? '' : `const secret = ''; // it ends in ${quoted(secretEnding)}\n`;
  const lines = headers.map(
    ([name, value]) => `${quoted(name)}: ${value === SECRET ? '`Bearer ${secret}`' : quoted(value)},`,
  );
  return `${secret}\
const response = await fetch(${quoted(addressOf(exchange))}, {
  method: ${quoted(exchange.method)},
  headers: {
${lines.map((line) => `    ${line}\n`).join('')}\
  },
${body === null ? '' : `  body: ${quoted(body)},\n`}\
});
console.log(response.status, await response.text());
`;
}

/** Returns the request as a Python script without dependencies. */
export function asPython(exchange: Exchange): string {
  const { headers, secretEnding } = headersOf(exchange);
  const body = bodyOf(exchange);
  const lines = headers.map(
    ([name, value]) => `${quoted(name)}: ${value === SECRET ? '"Bearer " + secret' : quoted(value)},`,
  );
  return `import urllib.error
import urllib.request

${secretEnding === undefined ? '' : `secret = ""  # the secret key that ends in ${quoted(secretEnding)}\n`}\
request = urllib.request.Request(
    ${quoted(addressOf(exchange))},
    method=${quoted(exchange.method)},
    headers={
${lines.map((line) => `        ${line}\n`).join('')}\
    },
    data=${body === null ? 'None' : `${quoted(body)}.encode()`},
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as refusal:
    response = refusal
print(response.status, response.read().decode())
`;
}

/** Returns the call's headers and the end of its secret: the journal has no more. */
function headersOf({ request }: Exchange): { headers: [string, string][]; secretEnding: string | undefined } {
  const secret = request.headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value;
  const headers = request.headers
    .filter(({ name, value }) => isOwnHeader(name, value))
    .map(({ name, value }): [string, string] => [name, name.toLowerCase() === 'authorization' ? SECRET : value]);
  return { headers, secretEnding: secret?.slice(-4) };
}

function bodyOf({ request: { body, encoding } }: Exchange): string | null {
  return encoding === 'utf-8' ? body : null;
}

/** Quotes a text for JavaScript and Python: JSON without lone surrogates, because Python splits surrogate pairs. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

const SECRET = '\0';

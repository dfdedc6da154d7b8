#!/usr/bin/env node
// Stands in for curl on a machine that has none: the few options that the examples and the README use.
import { readFileSync } from 'node:fs';

let [method, url, body, writeOut] = ['GET', '', undefined, ''];
const headers = {};
const args = process.argv.slice(2);
while (args.length > 0) {
  const arg = args.shift();
  if (/^-[sS]+$|^--globoff$|^--path-as-is$/.test(arg)) continue;
  else if (arg === '--max-time') args.shift();
  else if (arg === '-X') method = args.shift();
  else if (arg === '-H') {
    const [name, ...value] = args.shift().split(': ');
    headers[name] = value.join(': ');
  } else if (arg === '-d' || arg === '--data-raw') {
    body = args.shift();
    if (method === 'GET') method = 'POST';
  } else if (arg === '--data-binary') {
    body = readFileSync(args.shift().replace(/^@/, ''));
    if (method === 'GET') method = 'POST';
  } else if (arg === '-w') writeOut = args.shift();
  else if (arg.startsWith('-')) throw new Error(`this stand-in for curl does not know ${arg}`);
  else url = arg;
}
try {
  const response = await fetch(url, { method, headers, body });
  process.stdout.write(await response.text());
  process.stdout.write(writeOut.replace('\\n', '\n').replace('%{http_code}', String(response.status)));
} catch (error) {
  console.error(`curl: ${error.cause?.message ?? error.message}`);
  process.exitCode = 7;
}

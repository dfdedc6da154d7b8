import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportUsage } from './report-usage.ts';

// The least that any server does: read the body, parse it, write bytes that are there already.
const bytes = readFileSync(process.argv[2]);
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
    res.end(bytes);
  });
});
reportUsage();
server.listen(0, '127.0.0.1', () =>
  process.send?.({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The least that any server does: read the body, parse it, write bytes that are there already.
const bytes = readFileSync(process.argv[2]);
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
    res.end(bytes);
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);

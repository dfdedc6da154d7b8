// @ts-check
// The least process that responds to a request: what the start of any server is measured against.
const { createServer } = require('node:http');

const server = createServer((_, res) => void res.end('ok'));
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.({ baseUrl: `http://127.0.0.1:${port}` });
});

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { specPath } from '../../src/interface/openapi/load-spec.ts';

// express and express-openapi-validator as their documentation sets them up; the handler returns an object.
const body = JSON.parse(readFileSync(process.argv[2], 'utf8')) as unknown;
const app = express();
app.use(express.json());
app.use(
  middleware({ apiSpec: specPath, validateSecurity: { handlers: { secretKey: () => true, serviceId: () => true } } }),
);
app.use((_req, res) => void res.json(body));
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);

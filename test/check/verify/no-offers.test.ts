import { expect, it, onTestFinished } from 'vitest';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import { conclude } from '../../../src/check/verify/conclusion.ts';
import { present } from '../../../src/check/verify/present.ts';
import { startServer } from './foreign-servers.ts';
import { runContracts } from './run-contracts.ts';

const credential = { publicKey: 'pk_foreign', secretKey: 'sk_foreign_0123456789', profileCode: 'dp_foreign00001' };

it('a target without offers is searched only a few times, and the reason appears once', async () => {
  const server = await startServer((req, res) => {
    const status = req.url?.startsWith('/_sandbox') ? 404 : 200;
    res.writeHead(status, { 'Content-Type': 'application/json' }).end('{"offers":[],"liveMode":false}');
  });
  onTestFinished(() => server.close());
  const report = await runContracts({ baseUrl: server.baseUrl, credential });
  expect(server.requests.filter((request) => request === 'POST /v1/flights/search').length).toBeLessThan(200);
  const text = renderText(present(report, conclude(report), server.baseUrl), { paint: colourless, quiet: false });
  expect(text.split('had an orderable offer').length - 1).toBe(1);
  expect(text.split('no search returned an offer to look at').length - 1).toBe(1);
});

import { afterAll, describe, expect, it } from 'vitest';
import { colourless } from '../../src/check/report/terminal.ts';
import type { ResponseReport } from '../../src/recorder/responses.ts';
import { renderResponses } from '../../src/recorder/responses.ts';
import { closeAll, startRecorder, startServer } from './recorders.ts';

afterAll(closeAll);

describe('the responses of the upstream', () => {
  it("are compared with openapi.yaml, separately from the client's conduct", async () => {
    const upstream = await startServer((_, res) => {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify({ searchId: 7, offers: [], liveMode: false }));
    });
    const { url } = await startRecorder(upstream);
    for (let i = 0; i < 3; i++) await fetch(`${url}/search`, { method: 'POST', body: '{}' });
    await fetch(`${url}/elsewhere`);
    const response = await fetch(`${url}/_sandbox/responses`);
    const report = (await response.json()) as ResponseReport;
    expect(report).toMatchObject({ checked: 3, differing: 3 });
    const wrong = report.differences.find(({ pointer }) => pointer === '/searchId');
    expect(wrong).toMatchObject({ operation: 'searchTransfers', status: 200, actual: '7', count: 3, first: 'entry 1' });
    const text = renderResponses(report, colourless);
    expect(text).toContain('3 of 3 responses differ from openapi.yaml');
    expect(text).toMatch(/searchTransfers 200 at \/searchId \(.*\): expected .*, found 7; 3 times, first in entry 1/);
  });

  it('responses of a scenario are not compared', async () => {
    const upstream = await startServer((_, res) => res.end('{"liveMode":false}'));
    const { url, recorder } = await startRecorder(upstream);
    await fetch(`${url}/search?scenario=502`, { method: 'POST' });
    await recorder.judged();
    expect(recorder.responses.report).toEqual({ checked: 0, differing: 0, differences: [] });
    expect(renderResponses(recorder.responses.report, colourless)).toBe('');
  });
});

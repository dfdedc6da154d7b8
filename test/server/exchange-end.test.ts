import express from 'express';
import supertest from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { NOW } from '../support/sandbox.ts';
import { FLIGHT_SEARCH } from './calls.ts';

it('an exchange ends before its response is sent: the client can call another process at once', async () => {
  let elapsedMs = 20;
  const options = { seed: 'exchange-end', log: 'silent', clock: new VirtualClock(NOW) } as const;
  const sandbox = await startSandbox(options, {
    service: (service) => Object.assign(service.realTime, { stopwatch: () => () => elapsedMs }),
  });
  onTestFinished(() => sandbox.close());
  const api = supertest(
    express().use((_req, res, next) => {
      const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
      // The response is with the client, and the process gets no time for a while.
      res.end = (...args: unknown[]) => {
        end(...args);
        elapsedMs = 500;
        return res;
      };
      next();
    }, sandbox.app),
  );
  const headers = sandbox.headers();
  expect((await api.post('/v1/flights/search').set(headers).send(FLIGHT_SEARCH)).status).toBe(200);
  const path = `/_sandbox/profiles/${sandbox.demoKeys.profileCode}/journal`;
  expect((await api.get(path).set(headers)).body.exchanges).toMatchObject([{ status: 200, durationMs: 20 }]);
});

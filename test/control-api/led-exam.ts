import { expect } from 'vitest';
import type { KeyPair } from '../../src/index.ts';
import type { Trip } from '../check/exam/led-app.ts';
import { App } from '../check/exam/led-app.ts';
import type { RawResponse } from '../server/wire.ts';
import { control, makeProfile } from './control-client.ts';

/** An exam over the control API, of a profile of its own, and its app. */
export interface LedExam {
  profileCode: string;
  /** The key pair of the profile, which the app does not have. */
  owner: KeyPair;
  key: string;
  /** Key pair of the app. */
  keys: KeyPair;
  trip: Trip;
  app: App;
  /** Takes a step with the key of the exam, with another one, or without one for null. */
  call(this: void, method: string, step: string, body?: object, own?: string | null): Promise<RawResponse>;
  /** The exam, once it is in a phase. */
  until(this: void, phase: string): Promise<RawResponse['body']>;
}

/** Starts the exam in these situations, and waits until the first one is open. */
export async function leadExam(baseUrl: string, only: string[]): Promise<LedExam> {
  const owner = await makeProfile(baseUrl);
  const { profileCode } = owner;
  const body = { client: { name: 'my-shop', version: '2.4.1' }, only };
  const started = await control(baseUrl, 'POST', `/profiles/${profileCode}/exam`, { body });
  expect([started.status, started.body.exam.phase]).toEqual([201, 'preparing']);
  const { key, exam } = started.body as { key: string; exam: { keys: KeyPair } };
  const steps = stepsOf(baseUrl, profileCode, key);
  const { trip } = (await steps.until('waiting')).open;
  return { profileCode, owner, key, keys: exam.keys, trip, app: new App(baseUrl, exam.keys), ...steps };
}

/** The steps of an exam that runs. */
export function stepsOf(baseUrl: string, profileCode: string, key: string): Pick<LedExam, 'call' | 'until'> {
  const call: LedExam['call'] = (method, step, body, own = key) => {
    const headers: Record<string, string> = own === null ? {} : { 'X-Taxiway-Exam': own };
    return control(baseUrl, method, `/profiles/${profileCode}/exam${step}`, { body, headers });
  };
  return {
    call,
    async until(phase) {
      const read = async () => (await call('GET', '')).body.exam;
      await expect.poll(async () => (await read()).phase, { timeout: 10_000 }).toBe(phase);
      return read();
    },
  };
}

/** The verdict and the findings of the first situation, once the exam is over. */
export async function resultOf({ until }: Pick<LedExam, 'until'>): Promise<[verdict: string, findings: string]> {
  const [{ verdict, findings }] = (await until('over')).situations;
  return [verdict, findings.map(({ kind, message }: Record<string, string>) => `${kind}: ${message}`).join(' ')];
}

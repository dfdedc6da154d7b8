import type { Response } from 'supertest';
import { expect } from 'vitest';

/** Expects an error body with this code, status 400, and a detail for each path. */
export function expectRefusal(response: Response, code: string, ...paths: string[]): void {
  expect(response.body).toMatchObject({ statusCode: 400, code, liveMode: false });
  expect(response.status).toBe(400);
  for (const path of paths) expect(response.body.details).toContainEqual(expect.objectContaining({ path }));
}

import type { Response } from 'supertest';

/** Parsed response body. Tests read its fields without a type, as in supertest. */
export type Body = Response['body'];

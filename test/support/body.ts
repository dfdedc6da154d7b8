import type { Response } from 'supertest';

/** A parsed response body. Tests read its fields without a type, as supertest does. */
export type Body = Response['body'];

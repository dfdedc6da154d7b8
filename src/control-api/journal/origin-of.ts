import type { Request } from 'express';

/** The address that the client uses now; the sandbox may have moved since an exchange of its journal. */
export function originOf({ protocol, headers }: Request): string {
  return `${protocol}://${headers.host ?? '127.0.0.1'}`;
}

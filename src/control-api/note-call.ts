import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { redactionFor } from '../exchange/redaction.ts';
import type { Service } from '../service.ts';

/** Notes a control API call in the running exams, until it has ended. Rejects if they cannot note it. */
export async function noteCall({ exams: { watch } }: Service, req: Request, res: Response): Promise<void> {
  const { method, path } = req;
  const shown = `${method} ${redactionFor(req.rawHeaders).text(path)}`;
  const call = { method, path, shown, key: examKeyOf(req), cut: () => void res.destroy() };
  res.once('close', () => watch.forget(call));
  await watch.note(call);
}

/** Returns the key from the page that leads an exam, or the exam's own key; undefined for none. */
export function examKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-taxiway-exam'];
  return Array.isArray(key) ? key[0] : key;
}

import { readdirSync } from 'node:fs';
import type { BadClient } from './bad-client.ts';

/** Every bad client, area by area. */
export async function loadBadClients(): Promise<BadClient[]> {
  const folder = new URL('./areas/', import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => import(new URL(name, folder).href) as Promise<{ default: BadClient[] }>),
  );
  return modules.flatMap((module) => module.default);
}

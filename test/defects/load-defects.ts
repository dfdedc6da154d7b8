import { readdirSync } from 'node:fs';
import type { Defect } from './defect.ts';

/** Every planted defect, area by area. */
export async function loadDefects(): Promise<Defect[]> {
  const folder = new URL('./planted/', import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => import(new URL(name, folder).href) as Promise<{ default: Defect[] }>),
  );
  return modules.flatMap((module) => module.default);
}

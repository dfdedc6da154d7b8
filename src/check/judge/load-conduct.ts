import { packageModules } from '../../base/package-root.ts';
import type { ConductArea } from './conduct.ts';

/** The conduct checks of contracts/*.conduct.ts, area by area. */
export async function loadConduct(): Promise<ConductArea[]> {
  const modules = await Promise.all(
    packageModules('contracts', '.conduct').map(({ href }) => import(href) as Promise<{ default: ConductArea }>),
  );
  return modules.map((module) => module.default);
}

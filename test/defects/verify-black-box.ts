import type { VerifyReport } from '../../src/check/verify/report.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import { startBareService } from '../check/verify/bare-service.ts';
import { runContracts } from '../check/verify/run-contracts.ts';
import type { Plant } from './now-and-then.ts';
import { clockFromNoon } from './verify-defect.ts';

/** Runs all contracts against a sandbox with something planted in it, through a proxy that hides its control API. */
export async function verifyBlackBox(plant: Plant): Promise<VerifyReport> {
  const sandbox = await startSandbox({ seed: 'defects', log: 'silent', judge: false, clock: clockFromNoon() }, plant);
  const service = await startBareService(sandbox);
  try {
    return await runContracts(service.options);
  } finally {
    await service.close();
  }
}

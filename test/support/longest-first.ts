import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Begins with the slowest files, so that no core waits for a slow one at the end. Without times from an earlier run, as
 * in CI, vitest takes large files first. The listed files are small, and have many or long cases.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return rank < 0 ? LONGEST.length : rank;
    };
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}

/**
 * Paths to these files, the slowest first. `npm run test:times` lists the times, and with `-- --project full` the times
 * of long tests.
 */
export const LONGEST: readonly string[] = [
  'test/generated-clients/walks.full.test.ts',
  'test/check/exam/exam.full.test.ts',
  'test/project/bench.full.test.ts',
  'test/clients/strategies/strategies.full.test.ts',
  'test/check/verify/variants.full.test.ts',
  'test/clients/crowd.full.test.ts',
  'test/fixture/pauses.full.test.ts',
  'test/package/types.full.test.ts',
  'test/package/runners.full.test.ts',
  'test/fuzz/fuzz.full.test.ts',
  'test/check/exam/matrix.full.test.ts',
  'test/scenarios/fifty-profiles.full.test.ts',
  'test/package/container.full.test.ts',
  'test/package/fresh-bundle.full.test.ts',
  'test/cli/shutdown.full.test.ts',
  'test/package/release.full.test.ts',
  'test/scenarios/spent.full.test.ts',
  'test/console/exam.browser.full.test.ts',
  'test/check/exam/processes.full.test.ts',
  'test/check/exam/second-run.full.test.ts',
  'test/docs/pages.full.test.ts',
  'test/clients/good.full.test.ts',
  'test/interface/openapi/changed-specs.full.test.ts',
  'test/recorder/stop.full.test.ts',
  'test/control-api/state-edges.full.test.ts',
  'test/package/pack.full.test.ts',
  'test/check/exam/remedies.full.test.ts',
  'test/check/verify/chance.full.test.ts',
  'test/console/accessible.browser.full.test.ts',
  'test/defects/defects.test.ts',
  'test/console/live.browser.test.ts',
  'test/console/fresh.browser.test.ts',
];

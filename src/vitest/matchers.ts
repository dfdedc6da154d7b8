import { expect } from 'vitest';
import type { KeepTheRulesOptions } from '../fixture/keep-the-rules.ts';
import { judgeClient } from '../fixture/keep-the-rules.ts';

declare global {
  // What every vitest makes its assertions of. Its own interface for matchers has other parameters since vitest 5, and
  // a declaration fits those of one version only.
  namespace Chai {
    interface Assertion {
      /**
       * Expects that the client broke no rule that binds it, as far as the sandbox saw: `await
       * expect(sandbox).toKeepTheRules()`. Nothing follows any more, so a booking that is still pending was not read to
       * its outcome. Fails where nothing was judged, negated too.
       */
      toKeepTheRules(options?: KeepTheRulesOptions): Promise<void>;
    }
  }
}

expect.extend({
  async toKeepTheRules(received: unknown, options: KeepTheRulesOptions = {}) {
    const { kept, message } = await judgeClient(received, options);
    return { pass: kept ?? this.isNot, message: () => message };
  },
});

import { expect } from 'vitest';
import type { KeepTheRulesOptions, OptionsFor } from '../fixture/keep-the-rules.ts';
import { judgeClient } from '../fixture/keep-the-rules.ts';

declare module 'vitest' {
  // Its parameters are those that vitest gives it.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Expects that the client broke no rule that binds it, as far as the sandbox saw: `await
     * expect(sandbox).toKeepTheRules()`. Nothing follows any more, so a booking that is still pending was not read to
     * its outcome. Fails where nothing was judged, negated too.
     */
    toKeepTheRules(options?: OptionsFor<T>): R extends Promise<void> ? R : Promise<void>;
  }
}

/** Adds `toKeepTheRules` to the matchers of vitest. */
export function addMatchers(): void {
  expect.extend({
    async toKeepTheRules(received: unknown, options: KeepTheRulesOptions = {}) {
      const { kept, message } = await judgeClient(received, options);
      return { pass: kept ?? this.isNot, message: () => message };
    },
  });
}

// @ts-check
const { DatabaseSync, StatementSync } = require('node:sqlite');

/**
 * Counts every SQL statement that this process runs from now on, and returns a function that returns the count.
 *
 * @returns {() => number}
 */
function countFromNow() {
  let count = 0;
  for (const [prototype, names] of /** @type {const} */ ([
    [StatementSync.prototype, ['run', 'all', 'get', 'iterate']],
    [DatabaseSync.prototype, ['exec']],
  ]))
    for (const name of names) {
      const methods = /** @type {Record<string, (...values: unknown[]) => unknown>} */ (
        /** @type {unknown} */ (prototype)
      );
      const run = methods[name];
      methods[name] = function (...values) {
        count += 1;
        return run?.apply(this, values);
      };
    }
  return () => count;
}

module.exports = { countFromNow };

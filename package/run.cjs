// @ts-check
// The command line of a clone: `npm start`, `npm run taxiway`. It runs the bundle that the package has too.
require('../src/cli/require-node.cjs');
const path = require('node:path');
const bundles = require('./fresh-bundle.cjs');

const folder = bundles.freshBundle();
if (folder === null) void import('../src/cli/main.js');
else if (folder === undefined) process.exitCode = 2;
else {
  bundles.markInUse(folder);
  require(path.join(folder, 'src/cli/main.cjs'));
}

// Plain CommonJS in old syntax: it has to run on any Node to be able to say that the Node is too old.
// From its sources taxiway needs a Node that strips types.
var fromSources = require('fs').existsSync(__dirname + '/index.ts');
var want = fromSources ? [24, 15] : [22, 13];
var have = process.versions.node.split('.').map(Number);
if (have[0] < want[0] || (have[0] === want[0] && have[1] < want[1]))
  refuse(
    'taxiway needs Node ' +
      want.join('.') +
      ' or newer and is running on ' +
      process.versions.node +
      (fromSources
        ? '. In a clone, `npm ci` with install scripts installs Node 24 as the package "node".'
        : '. Install Node 22 or 24, or use the executable of taxiway, which needs none.'),
  );
var flags = process.execArgv.join(' ') + ' ' + process.env.NODE_OPTIONS;
if (/--disallow[-_]code[-_]generation[-_]from[-_]strings/.test(flags))
  refuse('taxiway compiles schemas; start it without --disallow-code-generation-from-strings.');

/** @param {string} message */
function refuse(message) {
  // The stack would bury the message.
  throw Object.assign(new Error(message), { stack: message });
}

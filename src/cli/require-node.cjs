// Plain CommonJS in old syntax: it has to run on any Node to be able to say that the Node is too old.
var want = [24, 15];
var have = process.versions.node.split('.').map(Number);
if (have[0] < want[0] || (have[0] === want[0] && have[1] < want[1])) {
  console.error(
    'taxiway needs Node ' + want.join('.') + ' or newer and is running on ' + process.versions.node + '.\n' +
    'Run `npm ci` with install scripts allowed (it brings Node 24 as the package "node"), or install Node 24.'
  );
  process.exit(1);
}

// Plain CommonJS in old syntax: it has to run on any Node to be able to say that the Node is too old.
var want = [24, 15];
var have = process.versions.node.split('.').map(Number);
if (have[0] < want[0] || (have[0] === want[0] && have[1] < want[1])) {
  console.error(
    'taxiway needs Node ' +
      want.join('.') +
      ' or newer and is running on ' +
      process.versions.node +
      '.\n' +
      'Install Node 24. In a clone, `npm ci` with install scripts allowed brings it along, as the package "node".',
  );
  // For `taxiway verify`, 1 means that rules are broken.
  process.exit(2);
}

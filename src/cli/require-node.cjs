// Plain CommonJS in old syntax, like what it requires.
try {
  require('../require-node.cjs');
} catch (error) {
  console.error(error.message);
  // For `taxiway verify`, 1 means that rules are broken.
  process.exit(2);
}

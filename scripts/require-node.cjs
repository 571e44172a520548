'use strict';
// Preloaded by the npm scripts before anything else, in syntax that a Node of any age parses.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    'repltool needs Node.js 20.19 or newer; this is ' + process.version + ', ' + process.execPath,
  );
  process.exit(1);
}

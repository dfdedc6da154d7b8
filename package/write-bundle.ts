import { bundleProgram } from './bundle.ts';

// The program that fresh-bundle.cjs runs, in a process of its own: bundling and validating load a thousand modules.
const [folder = ''] = process.argv.slice(2);
await bundleProgram(folder, { maps: true });

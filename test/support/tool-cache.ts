import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder for tools that tests install, kept for later runs. */
export const TOOL_CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'taxiway-clients');

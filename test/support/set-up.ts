import './strict-regexes.ts';
import { afterAll } from 'vitest';
import { endFile } from './after-file.ts';
import { measureCpuTime } from './cpu-time.ts';

// After hooks run in reverse order, so a file's time includes its clean-ups.
if (process.env['TEST_TIMES']) measureCpuTime();
afterAll(endFile);

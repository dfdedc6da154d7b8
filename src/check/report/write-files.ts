import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { STDIO } from '../../config/setting.ts';

/** A report as text, and where it goes. */
export interface ReportFile {
  kind: 'json' | 'junit' | 'html' | 'writeBaseline';
  /** Absolute, or `-` for standard output. */
  file: string;
  text: string;
}

/**
 * Writes reports and creates their folders. Throws ConfigError for those that cannot be written, after the others are.
 */
export function writeFiles(files: readonly ReportFile[]): void {
  const faults = files.flatMap(write);
  if (faults.length > 0) throw new ConfigError(faults.join('; '));
}

/** Returns what went wrong, if anything did. */
function write({ kind, file, text }: ReportFile): string[] {
  if (file === STDIO) {
    process.stdout.write(text);
    return [];
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return [];
  } catch (error) {
    return [
      `the ${kind === 'writeBaseline' ? 'baseline' : kind} file ${file} cannot be written: ` +
        `${messageOf(error)}; pass another one`,
    ];
  }
}

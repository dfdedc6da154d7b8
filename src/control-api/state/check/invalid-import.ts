import { Refusal } from '../../../interface/errors/refusal.ts';

/** `import_unfit` for the value at a JSON pointer. */
export function invalidImport(path: string, message: string): Refusal {
  return new Refusal('import_unfit', [
    { path, message: `${path.slice(1).replaceAll('/', '.') || 'the file'} ${message}` },
  ]);
}

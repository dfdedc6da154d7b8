/**
 * Returns a caught error's message. Any value can be thrown: a value other than an Error becomes text. For an unusable
 * file, returns an explanation in words with the system's error code.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [code, syscall] = ['code' in error ? error.code : null, 'syscall' in error ? error.syscall : null];
  const words = typeof syscall === 'string' && typeof code === 'string' ? FILE_FAULTS.get(code) : undefined;
  return words === undefined ? error.message : `${words} (${String(code)})`;
}

const FILE_FAULTS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user may not do that'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'it is a link, and links are not followed'],
  ['ENOENT', 'there is no such file'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'part of its path is a file'],
  ['EPERM', 'this user may not do that'],
  ['EROFS', 'it is not writable'],
]);

const work: (() => unknown)[] = [];

/**
 * Does something after the tests of the file that runs, the latest first. The files of a worker share modules: a hook
 * at the top of a shared module would run after the first of them alone.
 */
export function afterFile(todo: () => unknown): void {
  work.push(todo);
}

/** Does it now, all of it even if some of it fails: a set-up file calls this after the hooks of each test file. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const todo of work.splice(0).reverse()) {
    try {
      await todo();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} clean-ups failed`);
}

const work: (() => unknown)[] = [];

/**
 * Does something after the running test file, in reverse order. A worker's files share modules, so a hook at the top
 * level in a shared module would run after the first file only.
 */
export function afterFile(todo: () => unknown): void {
  work.push(todo);
}

/** Does it all now, even if some work fails. A set-up file calls this after each test file's hooks. */
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

/**
 * Calls `todo` when this process ends, the latest one first, unless the returned function was called before. `todo`
 * must be synchronous.
 */
export function atExit(todo: () => void): () => void {
  if (todos.size === 0) process.on('exit', doAll);
  todos.add(todo);
  return () => {
    todos.delete(todo);
    if (todos.size === 0) process.off('exit', doAll);
  };
}

/** Node warns about more than ten listeners: one serves them all. */
const todos = new Set<() => void>();

function doAll(): void {
  for (const todo of [...todos].reverse()) {
    try {
      todo();
    } catch {
      // The process still ends, and the other functions are called.
    }
  }
}

/**
 * Does something when this process ends, the latest first, unless the returned function is called before. `todo` must
 * not wait.
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
      // The process ends as it was going to, and the others have their turn.
    }
  }
}

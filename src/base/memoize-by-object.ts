/**
 * Keeps what `make` returns for an object as long as that object lives: at most one result per living object. `context`
 * must follow from the object: only the first one passed with it counts.
 */
export function memoizeByObject<Key extends object, Context extends unknown[], Result>(
  make: (key: Key, ...context: Context) => Result,
): (key: Key, ...context: Context) => Result {
  const results = new WeakMap<Key, Result>();
  return (key, ...context) => {
    let result = results.get(key);
    if (result === undefined) {
      result = make(key, ...context);
      results.set(key, result);
    }
    return result;
  };
}

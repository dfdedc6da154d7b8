/**
 * Remembers what was made of a shared object as long as that object lives. Providers keep the objects that
 * stand for the same flights, so what is made of them is made once and not in every search. `context` must
 * follow from the object: only the first one given with it counts.
 */
export function memoizeByObject<Native extends object, Context extends unknown[], Made>(
  make: (native: Native, ...context: Context) => Made,
): (native: Native, ...context: Context) => Made {
  const made = new WeakMap<Native, Made>();
  return (native, ...context) => {
    let result = made.get(native);
    if (result === undefined) {
      result = make(native, ...context);
      made.set(native, result);
    }
    return result;
  };
}

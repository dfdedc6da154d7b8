/** Returns a copy of a value with the result of `change` for each property, the inner ones first. */
export function mapProperties(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapProperties(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, change(name, mapProperties(inner, change))]),
  );
}

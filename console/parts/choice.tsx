import { changeQuery, route } from '../app/route.ts';

/** A filter, stored in the address under `name`. An unknown value is shown as an additional option. */
export function Choice({
  name,
  label,
  options,
  textOf = (option) => option,
}: {
  name: string;
  label: string;
  options: readonly string[];
  textOf?: (option: string) => string;
}) {
  const value = route.value.query.get(name) ?? '';
  const all = value === '' || options.includes(value) ? options : [...options, value];
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => changeQuery({ [name]: event.currentTarget.value })}>
        <option value="">all</option>
        {all.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

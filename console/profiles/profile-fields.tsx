/** A profile's editable settings. */
export function ProfileFields({ name, marginPercent }: { name: string; marginPercent: number }) {
  return (
    <>
      <label>
        <span>Name</span>
        <input name="name" defaultValue={name} required maxLength={100} dir="auto" autocomplete="off" />
      </label>
      <label>
        <span>Margin in percent</span>
        <input
          name="marginPercent"
          type="number"
          defaultValue={`${marginPercent}`}
          required
          min="0"
          max="100"
          step="any"
        />
      </label>
    </>
  );
}

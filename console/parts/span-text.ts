/** How long something is, in its two largest units: `20 min`, `3 d 4 h`. Milliseconds; below a second is `0 s`. */
export function spanText(ms: number): string {
  const parts = UNITS.reduce<{ rest: number; texts: string[] }>(
    ({ rest, texts }, [unit, size]) => {
      const count = Math.floor(rest / size);
      return { rest: rest - count * size, texts: count > 0 ? [...texts, `${count} ${unit}`] : texts };
    },
    { rest: Math.abs(ms), texts: [] },
  );
  return parts.texts.slice(0, 2).join(' ') || '0 s';
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** How a secret may be written where a target gives it back: as it is, in a URL, in JSON, in base64 by itself or within a longer text. */
export function encodedForms(secret: string): readonly string[] {
  const known = cache.get(secret);
  if (known) return known;
  const made = [
    ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64(secret)]),
  ];
  cache.set(secret, made);
  return made;
}

/** Three ways, by how many bytes of a longer text stand before it; signs that its neighbours have a part in are left out. */
function inBase64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.from(' '.repeat(before) + secret)
      .toString('base64')
      .replace(/=+$/, '');
    const whole = text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + secret.length) * 8) / 6));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const cache = new Map<string, readonly string[]>();

/**
 * The forms in which a response may contain a secret: as is, in a URL, in JSON, in base64 alone or as part of a longer
 * text.
 */
export function encodedForms(secret: string): readonly string[] {
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64(secret)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/**
 * Three forms, by how many bytes of a longer text precede it; characters that also encode bits of its neighbours are
 * left out.
 */
function inBase64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.from(' '.repeat(before) + secret)
      .toString('base64')
      .replace(/=+$/, '');
    const own = text.slice(before === 0 ? 0 : before + 1, Math.floor(((before + secret.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

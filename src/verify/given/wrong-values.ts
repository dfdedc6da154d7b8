/** An identifier or token that nobody was given, in the shape of one that was: each letter and digit behind its prefix is the next one. */
export function invented(value: string): string {
  const [prefix] = /^[a-z]{1,8}_/i.exec(value) ?? [''];
  const made = prefix + value.slice(prefix.length).replace(/[0-9a-z]/gi, next);
  return made === value ? `${value}0` : made;
}

/** A token with one character changed, one added and one removed. */
export function altered(token: string): { how: string; token: string }[] {
  // A change of case is the smallest there is; whoever compares without case, or only the beginning, does not see it.
  const place = /[a-z](?=[^a-z]*$)/i.exec(token)?.index ?? token.length - 1;
  // The padding of base64 says nothing: with more of it or less, the token is the same.
  const [text, padding] = [token.replace(/=+$/, ''), /=*$/.exec(token)![0]];
  return [
    {
      how: 'one character changed',
      token: token.slice(0, place) + other(token.slice(place, place + 1)) + token.slice(place + 1),
    },
    { how: 'one character added at its end', token: text + text.slice(-1) + padding },
    { how: 'its last character removed', token: text.slice(0, -1) + padding },
  ];
}

/** Hexadecimal digits stay hexadecimal. */
function next(character: string): string {
  const wrapped = { 9: '0', f: 'a', F: 'A', z: 'g', Z: 'G' }[character];
  return wrapped ?? String.fromCharCode(character.charCodeAt(0) + 1);
}

function other(character: string): string {
  const upper = character.toUpperCase();
  if (upper !== character) return upper;
  const lower = character.toLowerCase();
  return lower === character ? next(character) : lower;
}

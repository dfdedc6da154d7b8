/** Returns a text's FNV-1a hash, an integer from 0 to 2³²−1: cheap, for thousands of decisions. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/** Returns a number from 0 (inclusive) to 1 (exclusive), derived from a text: similar texts have unrelated numbers. */
export function fractionOf(text: string): number {
  let value = hash(text);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967296;
}

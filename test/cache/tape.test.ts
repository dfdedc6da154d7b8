import { expect, it } from 'vitest';
import { bytesOf, firstOf, lengthOf, Tape } from '../../src/cache/tape.ts';

const MEGABYTE = 1 << 20;

it('writes text in UTF-8 and bytes, one behind the other', () => {
  const piece = new Tape().write(['{"city":"', Buffer.from('Málaga'), '","sign":"😀"}']);
  expect(bytesOf(piece).toString()).toBe('{"city":"Málaga","sign":"😀"}');
  expect(lengthOf(piece)).toBe(Buffer.byteLength('{"city":"Málaga","sign":"😀"}'));
  expect(bytesOf(firstOf(piece, 4)).toString()).toBe('{"ci');
});

it('takes pieces of any length', () => {
  const tape = new Tape();
  for (const length of [0, 1, MEGABYTE - 1, MEGABYTE, 3 * MEGABYTE]) {
    const text = 'é'.repeat(length >> 1) + 'x'.repeat(length % 2);
    expect(bytesOf(tape.write([text])).equals(Buffer.from(text))).toBe(true);
    expect(bytesOf(tape.write([Buffer.from(text)])).equals(Buffer.from(text))).toBe(true);
  }
});

it('leaves a piece as it is until everybody who wants it has given it up', () => {
  const tape = new Tape();
  const piece = tape.share(tape.write(['mine']));
  const fill = () => {
    for (let i = 0; i < 40; i++) tape.giveUp(tape.write([Buffer.alloc(MEGABYTE / 4, i)]));
  };
  fill();
  tape.giveUp(piece);
  fill();
  expect(bytesOf(piece).toString()).toBe('mine');
  tape.giveUp(piece);
  fill();
  expect(bytesOf(piece).toString()).not.toBe('mine');
});

it('uses memory again: however much is written, as long as it is given up', () => {
  const tape = new Tape();
  const memories = new Set(
    Array.from({ length: 500 }, (_, i) => {
      const piece = tape.write([Buffer.alloc(100_000, i)]);
      tape.giveUp(piece);
      return piece.reel.bytes.buffer;
    }),
  );
  expect(memories.size).toBeLessThan(4);
});

it('tells how much memory it holds, and lets go of what nobody wants', () => {
  const tape = new Tape();
  const one = tape.write([Buffer.alloc(1000)]);
  expect(tape.heldBytes).toBe(MEGABYTE);
  const large = tape.write([Buffer.alloc(3 * MEGABYTE)]);
  expect(tape.heldBytes).toBe(4 * MEGABYTE);
  tape.giveUp(one);
  expect(tape.heldBytes).toBe(3 * MEGABYTE);
  tape.giveUp(tape.write([Buffer.alloc(MEGABYTE)]));
  expect(tape.heldBytes).toBe(4 * MEGABYTE);
  tape.giveUp(large);
  expect(tape.heldBytes).toBe(MEGABYTE);
});

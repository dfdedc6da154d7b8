/**
 * The generator that secrets once came from: sfc32, seeded by a hash that can be run backwards. It is kept here for
 * the attack on it, which `followOldGenerator` is.
 */
export interface State {
  a: number;
  b: number;
  c: number;
  d: number;
}

/** The old key pair of the n-th profile: its code, public key and secret, one after the other from one stream. */
export function oldKeyPair(rootSeed: string, n: number): { secretKey: string; state: State } {
  const state = warmUp(absorb(START, `${rootSeed}/profiles/${n}`));
  return { secretKey: keyPairFrom({ ...state }), state };
}

/**
 * The attack: from the state in which the stream of profile `n` began, the secret of profile `other`. Some 2^32 guesses
 * find such a state from one key pair, which takes under a minute; the caller gets it for nothing.
 */
export function followOldGenerator(state: State, n: number, other: number): string {
  const seeded = release(coolDown(state), `/profiles/${n}`);
  return keyPairFrom(warmUp(absorb(seeded, `/profiles/${other}`)));
}

function keyPairFrom(state: State): string {
  const [, , secretKey] = [12, 16, 32].map((length) => text(state, length));
  return secretKey;
}

function text(state: State, length: number): string {
  let text = '';
  for (let left = length; left > 0; left -= 6) {
    let rest = step(state);
    for (let i = 0; i < Math.min(left, 6); i++) {
      text += LETTERS[rest % 36];
      rest = Math.floor(rest / 36);
    }
  }
  return text;
}

function step(state: State): number {
  const t = (state.a + state.b + state.d) | 0;
  state.d = (state.d + 1) | 0;
  state.a = state.b ^ (state.b >>> 9);
  state.b = (state.c + (state.c << 3)) | 0;
  state.c = (((state.c << 21) | (state.c >>> 11)) + t) | 0;
  return t >>> 0;
}

function stepBack(after: State): State {
  const d = (after.d - 1) | 0;
  const c = Math.imul(after.b, INVERSE_OF_9);
  const b = undoShift(after.a);
  const t = (after.c - ((c << 21) | (c >>> 11))) | 0;
  return { a: (t - b - d) | 0, b, c, d };
}

/** The x of x ^ (x >>> 9). */
function undoShift(y: number): number {
  let x = y;
  for (let i = 0; i < 4; i++) x = y ^ (x >>> 9);
  return x;
}

function absorb(from: State, key: string): State {
  let { a, b, c, d } = from;
  for (const character of key) {
    const k = character.charCodeAt(0);
    a = b ^ Math.imul(a ^ k, M1);
    b = c ^ Math.imul(b ^ k, M2);
    c = d ^ Math.imul(c ^ k, M3);
    d = a ^ Math.imul(d ^ k, M4);
  }
  return { a, b, c, d };
}

/** The inverse of `absorb`: each factor is odd, so it has an inverse modulo 2^32. */
function release(from: State, key: string): State {
  let { a, b, c, d } = from;
  for (const character of [...key].reverse()) {
    const k = character.charCodeAt(0);
    const before = Math.imul(d ^ a, inverse(M4)) ^ k;
    const beforeC = Math.imul(c ^ before, inverse(M3)) ^ k;
    const beforeB = Math.imul(b ^ beforeC, inverse(M2)) ^ k;
    const beforeA = Math.imul(a ^ beforeB, inverse(M1)) ^ k;
    [a, b, c, d] = [beforeA, beforeB, beforeC, before];
  }
  return { a, b, c, d };
}

function warmUp(state: State): State {
  const warm = { ...state };
  for (let i = 0; i < 16; i++) step(warm);
  return warm;
}

function coolDown(state: State): State {
  let cold = state;
  for (let i = 0; i < 16; i++) cold = stepBack(cold);
  return cold;
}

/** By Newton's method, modulo 2^32. */
function inverse(odd: number): number {
  let x = odd;
  for (let i = 0; i < 5; i++) x = Math.imul(x, 2 - Math.imul(odd, x));
  return x;
}

const [M1, M2, M3, M4] = [597399067, 2869860233, 951274213, 2716044179];
const START: State = { a: 1779033703, b: 3144134277, c: 1013904242, d: 2773480762 };
const INVERSE_OF_9 = inverse(9);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Offer parts that come together; the first one identifies the set. */
export const SHARED_PARTS = [
  'slices',
  'airline',
  'conditions',
  'supportedPassengerIdDocuments',
  'supportedLoyaltyPrograms',
];

/**
 * Sets of shared parts that have fitted: the adapters freeze them with all their parts, so they keep fitting. Compiled
 * checks look up each offer here.
 */
export const fittedParts = {
  has(offer: Offer): boolean {
    const [first] = SHARED_PARTS;
    const known = fitted.get(offer[first as string] ?? NOTHING);
    return known !== undefined && SHARED_PARTS.every((name, i) => offer[name] === known[i]);
  },

  add(offer: Offer): void {
    const parts = SHARED_PARTS.map((name) => offer[name]);
    const [first] = parts;
    if (first && parts.every((part) => typeof part === 'object' && Object.isFrozen(part))) fitted.set(first, parts);
  },
};

type Offer = Readonly<Record<string, object | undefined>>;

const fitted = new WeakMap<object, (object | undefined)[]>();
const NOTHING = {};

import type { Random } from '../../base/ids.ts';
import type { Product, Provider } from './fleet.ts';
import { PROVIDERS } from './fleet.ts';

/** A product that carries a party, and how many vehicles it needs. */
export interface FleetChoice {
  provider: Provider;
  product: Product;
  vehicles: number;
}

/**
 * The offers for a party: one product of every provider and up to two more, or all products of the named
 * provider. Each provider offers what carries the party with few and small vehicles.
 */
export function fleetFor(passengers: number, providerName: string | null, random: Random): FleetChoice[] {
  if (providerName !== null)
    return PROVIDERS.filter(({ name }) => name === providerName).flatMap((provider) => suited(provider, passengers));
  const byProvider = PROVIDERS.map((provider) => suited(provider, passengers).slice(0, 2));
  const chosen = byProvider.map((choices) => random.pick(choices));
  const spare = byProvider.flat().filter((choice) => !chosen.includes(choice));
  return [...chosen, ...someOf(spare, random.int(0, 2), random)];
}

/** The products of a provider that carry the party, fewest and smallest vehicles first; at least one. */
function suited(provider: Provider, passengers: number): FleetChoice[] {
  const choices = provider.products
    .map((product) => ({ provider, product, vehicles: Math.ceil(passengers / product.vehicle.passengers) }))
    .sort((a, b) => a.vehicles - b.vehicles || a.product.vehicle.passengers - b.product.vehicle.passengers);
  const sensible = choices.filter(({ product, vehicles }) => vehicles <= (product.shared ? 1 : MAX_VEHICLES));
  return sensible.length > 0 ? sensible : choices.slice(0, 1);
}

function someOf(list: readonly FleetChoice[], count: number, random: Random): FleetChoice[] {
  const first = random.int(0, Math.max(0, list.length - 1));
  return [...list.slice(first), ...list.slice(0, first)].slice(0, count);
}

const MAX_VEHICLES = 4;

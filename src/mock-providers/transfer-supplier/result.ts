import { Random } from '../../base/ids.ts';
import type { Product, Provider } from './fleet.ts';
import { PROVIDERS } from './fleet.ts';
import { money } from './money.ts';
import type { NativeCurrency, NativeMoney, NativeResult, NativeStep, NativeVehicle } from './native.ts';
import type { Terms } from './terms.ts';
import { SITE, termsOf } from './terms.ts';

/** Input for an offer's price and shape. */
export interface Trip {
  /** World, route, hour and party: cars and prices follow from it. */
  key: string;
  /** World and region: each company's models follow from it. */
  fleetKey: string;
  /** By road, one way. */
  kilometres: number;
  /** The country's price level, relative to Spain. */
  priceLevel: number;
  passengers: number;
  currency: NativeCurrency;
  legs: 1 | 2;
  pickupDateTime: string;
  fromAirport: boolean;
}

/** Returns one offer for the search response. */
export function makeResult(choice: FleetChoice, trip: Trip, ids: Random): NativeResult {
  const { provider } = choice;
  const terms = termsOf(provider, trip.currency);
  const demand = new Random(`${trip.key}/${nameOf(choice)}`).fraction();
  const price = money(euros(choice, trip) * (0.95 + demand * 0.1), trip.currency);
  return {
    result_id: ids.hex(32),
    vehicle_id: `${provider.slug}-${choice.product.vehicle.id}`,
    total_price: { total_price: price },
    tags: choice.product.shared ? ['shared'] : [],
    steps: [step(choice, trip, price, terms)],
    supports: {
      tracking: provider.tracking,
      vehicle_and_driver: provider.driverInfo,
      coupon: false,
      snapping: false,
      buffer_time: false,
    },
    good_to_know_info: terms.good_to_know_info,
  };
}

/** Returns the ride's duration in minutes, one way: slower in town, and longer for a shared ride. */
export function rideMinutes(kilometres: number, shared: boolean): number {
  const alone = 6 + Math.min(kilometres, 20) * 1.6 + Math.max(0, kilometres - 20) * 0.8;
  return Math.round(shared ? alone * 1.4 + 5 : alone);
}

function euros({ provider, product, vehicles }: FleetChoice, trip: Trip): number {
  const { kilometres, passengers } = trip;
  const ride = product.shared
    ? (5 + kilometres * 0.22) * passengers
    : (14 + Math.min(kilometres, 60) * 1.1 + Math.max(0, kilometres - 60) * 0.75) *
      product.vehicle.priceFactor *
      vehicles;
  return ride * trip.priceLevel * provider.priceFactor * (trip.legs === 2 ? 1.9 : 1);
}

function step(choice: FleetChoice, trip: Trip, price: NativeMoney, terms: Terms): NativeStep {
  const { provider, product } = choice;
  return {
    main: true,
    step_type: product.vehicle.name === 'Coach' || product.vehicle.name === 'Minibus' ? 'bus' : 'car',
    details: {
      description: nameOf(choice),
      notes: '',
      terms_url: terms.terms_url,
      time: rideMinutes(trip.kilometres, product.shared),
      distance: { value: trip.kilometres.toFixed(1), unit: 'km' },
      departure_datetime: trip.pickupDateTime,
      vehicle: vehicle(choice, new Random(`${trip.fleetKey}/${nameOf(choice)}`)),
      provider: terms.provider,
      price: { price, tolls_included: true, gratuity_included: false, gratuity_accepted: !product.shared },
      cancellation: terms.cancellation,
      wait_time: terms.wait_time,
      amenities: terms.amenities,
      flight_info_required: provider.flightInfo && trip.fromAirport,
      extra_pax_required: provider.passengerNames && trip.passengers > 1,
      bookable: true,
    },
  };
}

function nameOf({ provider, product }: FleetChoice): string {
  return `${product.shared ? 'Shared' : 'Private'} ${product.vehicle.name} by ${provider.name}`;
}

function vehicle({ product, vehicles }: FleetChoice, random: Random): NativeVehicle {
  const { id, name, passengers, bags, models } = product.vehicle;
  const [make, model] = random.chance(0.7) ? random.pick(models) : [null, null];
  return {
    vehicle_type: { key: id * 7, name: vehicleType(product) },
    category: product.shared ? { id: 2, name: 'Shared' } : { id: 1, name: 'Private' },
    vehicle_class: id,
    vehicle_class_detail: { vehicle_class_id: id, display_name: name },
    make,
    model,
    image: `${SITE}/vehicles/${id}.png`,
    max_passengers: passengers,
    max_bags: bags,
    total_bags: bags * vehicles,
    is_max_bags_per_person: false,
    num_vehicles: vehicles,
  };
}

function vehicleType({ vehicle }: Product): string {
  return vehicle.passengers <= 4 ? 'Sedan' : vehicle.name;
}

/** A product with enough capacity for a party, and the number of vehicles. */
interface FleetChoice {
  provider: Provider;
  product: Product;
  vehicles: number;
}

/**
 * Returns the offers for a party: every provider's product and up to two more, or all products from the named provider.
 * Each provider offers the fewest and smallest vehicles with enough capacity.
 */
export function fleetFor(passengers: number, providerName: string | null, random: Random): FleetChoice[] {
  if (providerName !== null)
    return PROVIDERS.filter(({ name }) => name === providerName).flatMap((provider) => suited(provider, passengers));
  const byProvider = PROVIDERS.map((provider) => suited(provider, passengers).slice(0, 2));
  const chosen = byProvider.map((choices) => random.pick(choices));
  const spare = byProvider.flat().filter((choice) => !chosen.includes(choice));
  return [...chosen, ...someOf(spare, random.int(0, 2), random)];
}

/**
 * Returns the provider's products with enough capacity for the party, fewest and smallest vehicles first; at least
 * one.
 */
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

import type { NativeVehicleClass } from './native.ts';

/** A vehicle class: its capacity, and its price relative to a standard car. */
export interface VehicleClass {
  readonly id: number;
  readonly name: NativeVehicleClass;
  readonly passengers: number;
  readonly bags: number;
  readonly priceFactor: number;
  /** Make and model. */
  readonly models: readonly (readonly [string, string])[];
}

/** A provider's product: a vehicle class, for one party alone or shared. */
export interface Product {
  readonly vehicle: VehicleClass;
  readonly shared: boolean;
}

/** A fictional company. The supplier sells its rides. Together the companies cover every offer form. */
export interface Provider {
  readonly name: string;
  readonly slug: string;
  /** Null: it has no ratings yet. */
  readonly rating: number | null;
  readonly ratingCount: number;
  readonly products: readonly Product[];
  readonly priceFactor: number;
  /** Notice in hours and percentage refunded, shortest notice first; empty: no refunds. */
  readonly refunds: readonly (readonly [number, number])[];
  readonly amendable: boolean;
  readonly tracking: boolean;
  readonly driverInfo: boolean;
  /** For pickups at an airport. */
  readonly flightInfo: boolean;
  readonly passengerNames: boolean;
  readonly waitMinutes: number;
  /** EUR; null: it does not wait longer. */
  readonly waitMinutePrice: number | null;
  /** Keys of AMENITIES. */
  readonly included: readonly AmenityKey[];
  readonly optional: readonly AmenityKey[];
}

export type AmenityKey = keyof typeof AMENITIES;

/** Name, description, and price in EUR unless included. */
export const AMENITIES = {
  meet_and_greet: ['Meet and greet', 'The driver waits with a name sign.', 12],
  baby_seats: ['Baby seat', 'Seat for a child of up to 13 kg.', 8],
  child_booster: ['Child booster', 'Booster seat for a child of 15 to 36 kg.', 6],
  wheelchair: ['Wheelchair access', 'Room and ramp for one wheelchair.', 15],
  english: ['English-speaking driver', 'The driver speaks English.', 5],
  wifi: ['Wi-Fi', 'Internet on board.', 3],
  power: ['Power socket', 'Socket or USB port at the seat.', 1.5],
  restroom: ['Restroom', 'Restroom on board.', 0],
  sms_notifications: ['SMS notifications', 'Text messages about the driver and delays.', 1],
  ride_tracking: ['Ride tracking', 'A link that shows where the vehicle is.', 2],
} as const satisfies Record<string, readonly [string, string, number]>;

const ECONOMY: VehicleClass = {
  id: 1,
  name: 'Economy',
  passengers: 3,
  bags: 2,
  priceFactor: 0.85,
  models: [
    ['Dacia', 'Logan'],
    ['Skoda', 'Fabia'],
    ['Toyota', 'Corolla'],
  ],
};
const STANDARD: VehicleClass = {
  id: 2,
  name: 'Standard',
  passengers: 4,
  bags: 3,
  priceFactor: 1,
  models: [
    ['Skoda', 'Octavia'],
    ['Toyota', 'Prius'],
    ['Volkswagen', 'Passat'],
  ],
};
const BUSINESS: VehicleClass = {
  id: 3,
  name: 'Business',
  passengers: 3,
  bags: 3,
  priceFactor: 1.7,
  models: [
    ['Mercedes-Benz', 'E-Class'],
    ['BMW', '5 Series'],
    ['Audi', 'A6'],
  ],
};
const FIRST: VehicleClass = {
  id: 4,
  name: 'First Class',
  passengers: 3,
  bags: 3,
  priceFactor: 2.6,
  models: [
    ['Mercedes-Benz', 'S-Class'],
    ['BMW', '7 Series'],
    ['Audi', 'A8'],
  ],
};
const VAN: VehicleClass = {
  id: 5,
  name: 'Van',
  passengers: 7,
  bags: 7,
  priceFactor: 1.4,
  models: [
    ['Mercedes-Benz', 'Vito'],
    ['Volkswagen', 'Caravelle'],
    ['Ford', 'Tourneo'],
  ],
};
const MINIBUS: VehicleClass = {
  id: 6,
  name: 'Minibus',
  passengers: 16,
  bags: 16,
  priceFactor: 2.4,
  models: [
    ['Mercedes-Benz', 'Sprinter'],
    ['Iveco', 'Daily'],
    ['Ford', 'Transit'],
  ],
};
const COACH: VehicleClass = {
  id: 7,
  name: 'Coach',
  passengers: 50,
  bags: 50,
  priceFactor: 5.2,
  models: [
    ['Setra', 'S 515'],
    ['MAN', "Lion's Coach"],
    ['Irizar', 'i6'],
  ],
};

export const VEHICLE_CLASSES: Readonly<Record<NativeVehicleClass, VehicleClass>> = {
  Economy: ECONOMY,
  Standard: STANDARD,
  Business: BUSINESS,
  'First Class': FIRST,
  Van: VAN,
  Minibus: MINIBUS,
  Coach: COACH,
};

const alone = (...classes: VehicleClass[]): Product[] => classes.map((vehicle) => ({ vehicle, shared: false }));
const shared = (...classes: VehicleClass[]): Product[] => classes.map((vehicle) => ({ vehicle, shared: true }));

export const PROVIDERS: readonly Provider[] = [
  {
    name: 'Kerbline Transfers',
    slug: 'kerbline',
    rating: 4.7,
    ratingCount: 1843,
    products: alone(ECONOMY, STANDARD, VAN, MINIBUS),
    priceFactor: 1.05,
    refunds: [
      [4, 50],
      [24, 100],
    ],
    amendable: true,
    tracking: true,
    driverInfo: true,
    flightInfo: false,
    passengerNames: false,
    waitMinutes: 45,
    waitMinutePrice: 0.6,
    included: ['sms_notifications', 'ride_tracking'],
    optional: ['meet_and_greet', 'baby_seats', 'child_booster', 'english'],
  },
  {
    name: 'Northgate Cars',
    slug: 'northgate',
    rating: 4.4,
    ratingCount: 976,
    products: alone(STANDARD, BUSINESS, VAN, MINIBUS, COACH),
    priceFactor: 1,
    refunds: [
      [24, 50],
      [48, 100],
    ],
    amendable: true,
    tracking: false,
    driverInfo: true,
    flightInfo: true,
    passengerNames: false,
    waitMinutes: 60,
    waitMinutePrice: 0.5,
    included: ['english'],
    optional: ['meet_and_greet', 'baby_seats', 'wheelchair', 'wifi'],
  },
  {
    name: 'Velvet Chauffeurs',
    slug: 'velvet',
    rating: 4.9,
    ratingCount: 412,
    products: alone(BUSINESS, FIRST, VAN, MINIBUS),
    priceFactor: 1.15,
    refunds: [
      [4, 50],
      [12, 100],
    ],
    amendable: true,
    tracking: true,
    driverInfo: true,
    flightInfo: true,
    passengerNames: true,
    waitMinutes: 60,
    waitMinutePrice: 1.2,
    included: ['meet_and_greet', 'english', 'wifi', 'power'],
    optional: ['baby_seats', 'child_booster', 'ride_tracking'],
  },
  {
    name: 'Sunbird Shuttle',
    slug: 'sunbird',
    rating: 3.9,
    ratingCount: 5210,
    products: shared(MINIBUS, COACH),
    priceFactor: 0.95,
    refunds: [],
    amendable: false,
    tracking: false,
    driverInfo: false,
    flightInfo: true,
    passengerNames: false,
    waitMinutes: 15,
    waitMinutePrice: null,
    included: ['power'],
    optional: ['child_booster', 'sms_notifications', 'wifi'],
  },
  {
    name: 'Pico Cabs',
    slug: 'pico',
    rating: null,
    ratingCount: 0,
    products: alone(ECONOMY, STANDARD, VAN, MINIBUS),
    priceFactor: 0.9,
    refunds: [[4, 100]],
    amendable: false,
    tracking: true,
    driverInfo: false,
    flightInfo: false,
    passengerNames: false,
    waitMinutes: 30,
    waitMinutePrice: 0.4,
    included: [],
    optional: ['meet_and_greet', 'baby_seats', 'english', 'sms_notifications', 'ride_tracking'],
  },
  {
    name: 'Grand Coach Lines',
    slug: 'grand-coach',
    rating: 4.2,
    ratingCount: 688,
    products: [...shared(COACH), ...alone(MINIBUS, COACH)],
    priceFactor: 0.98,
    refunds: [
      [24, 25],
      [48, 50],
      [72, 100],
    ],
    amendable: true,
    tracking: false,
    driverInfo: true,
    flightInfo: false,
    passengerNames: true,
    waitMinutes: 30,
    waitMinutePrice: 0.8,
    included: ['restroom', 'power'],
    optional: ['wheelchair', 'wifi', 'english'],
  },
];

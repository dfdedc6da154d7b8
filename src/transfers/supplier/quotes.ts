import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Schema } from '../../interface/api.ts';
import type {
  NativeAmenity,
  NativeCancellation,
  NativeProvider,
  NativeResult,
  NativeStepDetails,
  NativeVehicle,
  NativeVehicleClass,
} from '../../mock-providers/transfer-supplier/native.ts';
import type { Quote } from '../transfer-supplier.ts';

/** Normalises one native result. */
export function toQuote({ result_id, total_price, steps, supports }: NativeResult): Quote {
  const { details } = steps.find(({ main }) => main) ?? steps[0];
  return {
    resultId: result_id,
    totalAmount: Number(total_price.total_price.value),
    currency: total_price.total_price.currency,
    durationMinutes: details.time,
    distanceKm: Number(details.distance.value),
    vehicle: toVehicle(details.vehicle, details.description),
    ...companyTerms(details.amenities, details),
    flightInfoRequired: details.flight_info_required,
    extraPassengersRequired: details.extra_pax_required,
    supportsTracking: supports.tracking,
    supportsDriverAndVehicle: supports.vehicle_and_driver,
  };
}

type VehicleClass = Schema['TransferVehicle']['class'];

/** The supplier's name for a vehicle class. */
export const NATIVE_CLASSES: Record<VehicleClass, NativeVehicleClass> = {
  economy: 'Economy',
  standard: 'Standard',
  business: 'Business',
  first: 'First Class',
  van: 'Van',
  minibus: 'Minibus',
  coach: 'Coach',
};

const CLASSES: Record<NativeVehicleClass, VehicleClass> = {
  Economy: 'economy',
  Standard: 'standard',
  Business: 'business',
  'First Class': 'first',
  Van: 'van',
  Minibus: 'minibus',
  Coach: 'coach',
};

type CompanyTerms = Pick<Quote, 'supplier' | 'amenities' | 'cancellation' | 'waiting'>;

/** The supplier repeats the same objects in every offer from a company. */
const companyTerms = memoizeByObject((amenities: NativeAmenity[], details: NativeStepDetails): CompanyTerms => ({
  supplier: toSupplier(details.provider),
  amenities: amenities.map(toAmenity),
  cancellation: toCancellation(details.cancellation),
  waiting: toWaiting(details.wait_time),
}));

function toVehicle(vehicle: NativeVehicle, description: string): Schema['TransferVehicle'] {
  return {
    category: vehicle.category.name === 'Shared' ? 'shared' : 'private',
    class: CLASSES[vehicle.vehicle_class_detail.display_name],
    description,
    make: vehicle.make,
    model: vehicle.model,
    maxPassengers: vehicle.max_passengers,
    maxBags: vehicle.max_bags,
    count: vehicle.num_vehicles,
  };
}

function toSupplier({
  name,
  rating_with_decimals,
  rating_count,
  logo_url,
}: NativeProvider): Schema['TransferSupplier'] {
  return {
    name,
    rating: rating_with_decimals === '' ? null : Number(rating_with_decimals),
    ratingCount: rating_count,
    logoURL: logo_url,
  };
}

function toAmenity({ key, name, description, included, selected, price }: NativeAmenity): Schema['Amenity'] {
  return { key, name, description, included, selected, price: Number(price.value) };
}

function toCancellation({ cancellable_online, amendable, policy }: NativeCancellation): Schema['Cancellation'] {
  const tiers = policy.map(({ notice, refund_percent }) => ({ noticeHours: notice, refundPercent: refund_percent }));
  return { cancellable: cancellable_online, amendable, tiers: tiers.sort((a, b) => b.noticeHours - a.noticeHours) };
}

function toWaiting({ minutes_included, waiting_minute_price }: NativeStepDetails['wait_time']): Schema['Waiting'] {
  return {
    includedMinutes: minutes_included,
    pricePerMinute: waiting_minute_price && Number(waiting_minute_price.value),
  };
}

import { readPhoneNumbers } from '../base/phone-numbers.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { SelectedOffer } from './selected-offer.ts';
import type { TravelDetails } from './transfer-supplier.ts';

/**
 * Checks a booking's travellers and flight against the offer's needs. Refuses with `invalid_phone_number`,
 * `flight_info_required`, `extra_passengers_required` or `too_many_extra_passengers`.
 */
export async function checkTravelDetails({ search, quote }: SelectedOffer, details: TravelDetails): Promise<void> {
  await checkPhoneNumber(details.traveller.phoneNumber);
  if (quote.flightInfoRequired && !details.flight) throw new Refusal('flight_info_required');
  const extra = search.origin.trip.passengers - 1;
  const named = details.extraPassengers.length;
  if (quote.extraPassengersRequired && named < extra) throw extraPassengers('extra_passengers_required', named, extra);
  if (named > extra) throw extraPassengers('too_many_extra_passengers', named, extra);
}

async function checkPhoneNumber(number: string): Promise<void> {
  const [phone] = await readPhoneNumbers([number]);
  if (phone?.valid) return;
  throw new Refusal('invalid_phone_number', [
    { path: '/traveller/phoneNumber', message: `${number} is not a possible number. Send one in E.164 form.` },
  ]);
}

function extraPassengers(
  name: 'extra_passengers_required' | 'too_many_extra_passengers',
  named: number,
  extra: number,
): Refusal {
  return new Refusal(name, [
    {
      path: '/extraPassengers',
      message:
        `${named} extraPassengers are named; the search has ${extra} in addition to the traveller. Name each of ` +
        'them once.',
    },
  ]);
}

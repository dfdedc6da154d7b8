import type { Area } from '../src/check/verify/contract.ts';
import { statesWhatItKnows } from '../src/check/verify/whole-run/known-values.ts';

const slices = '/offers/*/slices/*';
const segments = `${slices}/segments/*`;

const area: Area = {
  name: 'known values of the whole run',
  contracts: [
    statesWhatItKnows('slice.fields.departure', 'airport', `${slices}/departure`),
    statesWhatItKnows('slice.fields.arrival', 'airport', `${slices}/arrival`),
    statesWhatItKnows('segment.fields.departure', 'airport', `${segments}/departure`),
    statesWhatItKnows('segment.fields.arrival', 'airport', `${segments}/arrival`),
    statesWhatItKnows('offer.fields.airline', 'airline', '/offers/*/airline'),
    statesWhatItKnows('segment.airline.operating-carrier', 'airline', `${segments}/airline/operatingCarrier`),
    statesWhatItKnows('segment.airline.marketing-carrier', 'airline', `${segments}/airline/marketingCarrier`),
  ],
};

export default area;

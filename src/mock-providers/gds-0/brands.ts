import { Random } from '../../base/ids.ts';
import type { Airline } from '../world/airlines.ts';
import type { Brand } from '../world/journeys.ts';
import type { Gds0CabinClass, Gds0Language } from './native.ts';

/** The name under which an airline sells a brand (0 cheapest, 2 dearest) of a cabin. */
export function brandName(airline: Airline, cabin: Gds0CabinClass, brand: Brand, language: Gds0Language): string {
  const name = new Random(`brands/${airline.iataCode}`).pick(FAMILIES)[brand][language];
  if (cabin === 'economy') return name;
  return language === 'zh' ? `${cabinName(cabin, language)}${name}` : `${cabinName(cabin, language)} ${name}`;
}

export function cabinName(cabin: Gds0CabinClass, language: Gds0Language): string {
  return CABINS[cabin][language];
}

type Translated = Readonly<Record<Gds0Language, string>>;

const CABINS: Readonly<Record<Gds0CabinClass, Translated>> = {
  economy: { en: 'Economy', es: 'Turista', zh: '经济舱' },
  premium_economy: { en: 'Premium Economy', es: 'Turista Premium', zh: '超级经济舱' },
  business: { en: 'Business', es: 'Business', zh: '公务舱' },
  first: { en: 'First', es: 'Primera', zh: '头等舱' },
};

const FLEX = { en: 'Flex', es: 'Flexible', zh: '灵活' };
const FAMILIES: readonly (readonly [Translated, Translated, Translated])[] = [
  [{ en: 'Basic', es: 'Básica', zh: '基础' }, { en: 'Standard', es: 'Estándar', zh: '标准' }, FLEX],
  [{ en: 'Light', es: 'Ligera', zh: '轻便' }, { en: 'Classic', es: 'Clásica', zh: '经典' }, FLEX],
  [
    { en: 'Saver', es: 'Ahorro', zh: '优惠' },
    { en: 'Comfort', es: 'Confort', zh: '舒适' },
    { en: 'Freedom', es: 'Libre', zh: '自由' },
  ],
];

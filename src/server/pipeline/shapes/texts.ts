import { mapProperties } from './map-properties.ts';

/** Returns the body with texts for people of 500 characters. */
export function withLongTexts(body: object): unknown {
  return mapTexts(body, (text) => `${text} `.padEnd(LENGTH, FILLING));
}

/** Returns the body with texts for people that begin in Arabic or Hebrew. */
export function withRightToLeftTexts(body: object): unknown {
  return mapTexts(body, (text, name) => `${RIGHT_TO_LEFT[name]} (${text})`);
}

function mapTexts(body: object, change: (text: string, name: TextName) => string): unknown {
  return mapProperties(body, (name, value) =>
    isTextName(name) && typeof value === 'string' ? change(value, name) : value,
  );
}

function isTextName(name: string): name is TextName {
  return Object.hasOwn(RIGHT_TO_LEFT, name);
}

/** The names of texts for people; client input and values for programs have other names. */
const RIGHT_TO_LEFT = {
  name: 'شركة المسافر العربي',
  fareName: 'تعرفة مرنة',
  cityName: 'القدس',
  airportName: 'נמל התעופה',
  description: 'מידע נוסף לנוסע',
  pickupInstructions: 'ينتظرك السائق عند مخرج الوصول رقم 4',
} as const;

type TextName = keyof typeof RIGHT_TO_LEFT;
const LENGTH = 500;
/** One long unbreakable word, and short ones. */
const FILLING = 'and Donaudampfschifffahrtsgesellschaftskapitänsmütze so on ';

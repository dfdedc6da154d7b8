import type { Aircraft } from './aircraft.ts';
import type { Airline } from './airlines.ts';
import { isBorderClosed } from './closed-borders.ts';
import { degreesEast, distanceKm } from './geography.ts';
import type { Airport } from './places.ts';

/**
 * Returns the minutes from gate to gate, in steps of five: the published jet time if known, else computed. The wind
 * blows from the west, strongest between latitudes 30 and 60 degrees. Many airlines fly around Russia.
 */
export function blockMinutes(origin: Airport, destination: Airport, aircraft: Aircraft, operating: Airline): number {
  const published = aircraft.body === 'turboprop' ? undefined : PUBLISHED.get(origin.iataCode + destination.iataCode);
  return published ?? 5 * Math.round(computedMinutes(origin, destination, aircraft, operating) / 5);
}

/** The formula alone. */
function computedMinutes(origin: Airport, destination: Airport, aircraft: Aircraft, operating: Airline): number {
  const km = avoidsRussia(origin, destination, operating)
    ? southernKm(origin, destination)
    : distanceKm(origin, destination);
  const ground = (aircraft.body === 'turboprop' ? 25 : 37) + queueMinutes(origin) + queueMinutes(destination);
  return ground + (km / (aircraft.cruiseKmh - 22 + tailWindKmh(origin, destination, km))) * 60;
}

/** Airlines from the countries without flights to Russia, and others that avoid its air space. */
function avoidsRussia(origin: Airport, destination: Airport, { country }: Airline): boolean {
  const isAffected =
    (isInEurope(origin) && isInFarEast(destination)) || (isInFarEast(origin) && isInEurope(destination));
  return isAffected && (AWAY_FROM_RUSSIA.has(country) || isBorderClosed({ country }, { country: 'RU' }));
}

const AWAY_FROM_RUSSIA = new Set(['HK', 'SG', 'TH', 'TW']);

function isInEurope({ latitude, longitude }: Airport): boolean {
  return latitude > 35 && longitude > -25 && longitude < 45;
}

function isInFarEast({ latitude, longitude }: Airport): boolean {
  return latitude > 0 && longitude > 90 && longitude < 150;
}

/** Kilometres over the Black Sea and the Caspian Sea, south of Ukraine and Russia. */
function southernKm(origin: Airport, destination: Airport): number {
  const [west, east] = isInEurope(origin) ? [origin, destination] : [destination, origin];
  return distanceKm(west, BLACK_SEA) + distanceKm(BLACK_SEA, CASPIAN_SEA) + distanceKm(CASPIAN_SEA, east);
}

const BLACK_SEA = { latitude: 44, longitude: 28 };
const CASPIAN_SEA = { latitude: 41.5, longitude: 48 };

/** Extra minutes for taxiing and waiting at the busiest airports. */
function queueMinutes({ iataCode }: Airport): number {
  return BUSY.has(iataCode) ? 6 : 0;
}

function tailWindKmh(origin: Airport, destination: Airport, km: number): number {
  const latitude = Math.abs(origin.latitude + destination.latitude) / 2;
  const strength = latitude > 28 ? 68 : 30;
  const kmPerDegree = 111 * Math.cos((latitude * Math.PI) / 180);
  const eastward = (degreesEast(origin, destination) * kmPerDegree) / Math.max(km, 1);
  return strength * Math.max(-1, Math.min(1, eastward));
}

const BUSY = new Set(
  'LHR LGW CDG FRA AMS MAD FCO IST JFK EWR LGA ORD ATL PHL BOS LAX SFO DXB DEL BOM PEK PVG CAN HND SYD GRU MEX'.split(
    ' ',
  ),
);

/**
 * Origin, destination, minutes there and back. Curated by hand from public facts: the airlines' published timetables,
 * rounded to five minutes.
 */
const CATALOGUE = `
LHR JFK 485 425|LHR EWR 490 430|LHR BOS 460 405|LHR IAD 505 440|LHR ORD 555 485|LHR MIA 590 520|LHR LAX 675 630
LHR SFO 665 625|LHR YYZ 485 425|CDG JFK 510 445|FRA JFK 530 460|AMS JFK 500 430|MAD JFK 515 430|FCO JFK 590 515
LIS JFK 495 405|LIS EWR 495 410|MAD EZE 765 725|MAD BOG 625 575|MAD MEX 725 630|MAD MIA 580 510|LIS GRU 610 590
JFK GRU 580 600|LHR DXB 415 465|LHR DOH 405 435|LHR SIN 795 850|LHR HKG 780 855|LHR DEL 525 575|LHR JNB 665 675
SIN SYD 475 490|SYD MEL 95 95|SYD BNE 95 95|SYD AKL 185 215|MEL AKL 215 245|LAX JFK 325 370|SFO JFK 335 390
HND LAX 600 710|NRT LAX 600 705|SFO HKG 875 745|LAX SYD 905 820|SYD HND 580 575|FRA FCO 110 115|FRA MUC 55 55
FRA BER 70 70|FRA MAD 155 150|FRA LHR 105 95|FRA CDG 75 75|LHR CDG 80 80|LHR AMS 80 80|LHR EDI 85 85|LHR GLA 85 85
LHR MAN 65 65|LHR MAD 145 150|LHR BCN 130 135|LHR FCO 155 165|LHR DUB 80 85|LHR ZRH 105 110|LHR GVA 100 105
MAD BCN 75 80|MAD LIS 80 80|MAD PMI 85 85|MAD CDG 125 130|MAD FCO 150 155|CDG FCO 125 130|CDG NCE 90 90
AMS BCN 135 140|AMS CDG 80 80|JNB CPT 130 120|DEL BOM 135 130|HND CTS 95 95|HND ITM 70 70|HND FUK 120 100
GMP CJU 70 70|SGN HAN 130 130|ICN NRT 140 160|PEK SHA 135 140|CGK DPS 115 120|SIN KUL 65 65|SIN CGK 110 110
BKK SIN 145 145|HKG TPE 110 115|HKG SIN 240 235|HKG BKK 175 165|JFK MIA 195 185|LGA ORD 165 140|ATL MCO 90 90
ORD LAX 270 245|DFW LAX 195 175|SEA LAX 165 170|LAX SFO 85 85|YYZ YVR 300 270|MEX CUN 150 165|BOG MDE 60 60
GRU GIG 65 65|CGH SDU 65 65|EZE SCL 140 125|DXB SIN 445 460|DXB SYD 835 870|DXB JFK 850 760|DOH JFK 840 745
IST JFK 660 590|IST LHR 245 230|HNL LAX 325 355|CPH LHR 125 115
`;

const PUBLISHED: ReadonlyMap<string, number> = new Map(
  CATALOGUE.trim()
    .split(/[|\n]/)
    .flatMap((row): [string, number][] => {
      const [origin = '', destination = '', there, back] = row.split(' ');
      return [
        [origin + destination, Number(there)],
        [destination + origin, Number(back)],
      ];
    }),
);

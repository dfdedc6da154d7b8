import { findAirport } from '../../src/mock-providers/world/places.ts';
import { present } from '../support/present.ts';

/** The terminals of some airports; curated by hand from what the airports publish. */
const CATALOGUE = `
LHR 2 3 4 5
LGW N S
CDG 1 2A 2B 2C 2D 2E 2F 2G 3
ORY 1 2 3 4
MAD 1 2 3 4 4S
BCN 1 2
FRA 1 2 3
MUC 1 2
FCO 1 3
MXP 1 2
LIS 1 2
DUB 1 2
MAN 2 3
DXB 1 2 3
SIN 1 2 3 4
SYD 1 2 3
MEL 1 2 3 4
NRT 1 2 3
HND 1 2 3
PEK 2 3
DEL 1 2 3
BOM 1 2
JFK 1 4 5 7 8
EWR A B C
LGA A B C
ORD 1 2 3 5
LAX 1 2 3 4 6 7 8 B
MEX 1 2
GRU 1 2 3
`;

export const airportFacts: ReadonlyMap<string, readonly string[]> = new Map(
  CATALOGUE.trim()
    .split('\n')
    .map((line) => [line.slice(0, 3), line.slice(4).split(' ')]),
);

/** The country of an airport of an offer. */
export function countryOf({ iataCode }: { iataCode: string }): string {
  return present(findAirport(iataCode)).country;
}

/** An aircraft type; `iataCode` is its IATA equipment code. */
export interface Aircraft {
  readonly iataCode: string;
  readonly name: string;
  readonly cruiseKmh: number;
  /** Maximum route length. */
  readonly rangeKm: number;
  readonly body: 'turboprop' | 'regional' | 'narrow' | 'wide';
}

/** Returns the aircraft with an IATA equipment code. Throws a RangeError for a code outside the catalogue. */
export function aircraftOf(iataCode: string): Aircraft {
  const aircraft = AIRCRAFT.get(iataCode);
  if (!aircraft) throw new RangeError(`no aircraft "${iataCode}" in the catalogue: add it to world/aircraft.ts`);
  return aircraft;
}

function readAircraft(line: string): [string, Aircraft] {
  const [iataCode = '', name = '', cruiseKmh, rangeKm, body] = line.split('|');
  const aircraft = { iataCode, name, cruiseKmh: Number(cruiseKmh), rangeKm: Number(rangeKm), body };
  return [iataCode, Object.freeze(aircraft as Aircraft)];
}

/** Code, name, cruising speed in km/h, range in km, body. Curated from manufacturers' figures, rounded. */
const CATALOGUE = `
DHT|De Havilland DHC-6 Twin Otter|270|700|turboprop
DH8|De Havilland Dash 8|480|1500|turboprop
AT7|ATR 72|500|1400|turboprop
DH4|De Havilland Dash 8-400|600|1900|turboprop
CR9|Bombardier CRJ900|780|2600|regional
E75|Embraer 175|790|3300|regional
E90|Embraer 190|795|3700|regional
E95|Embraer 195|795|4000|regional
223|Airbus A220-300|815|5300|narrow
319|Airbus A319|815|5400|narrow
320|Airbus A320|815|5000|narrow
32N|Airbus A320neo|815|5500|narrow
321|Airbus A321|815|4700|narrow
32Q|Airbus A321neo|820|7200|narrow
73H|Boeing 737-800|820|5200|narrow
7M8|Boeing 737 MAX 8|820|5900|narrow
75W|Boeing 757-200|835|6700|narrow
763|Boeing 767-300|850|10000|wide
332|Airbus A330-200|860|12500|wide
333|Airbus A330-300|860|11000|wide
339|Airbus A330-900|865|12700|wide
772|Boeing 777-200|885|13700|wide
788|Boeing 787-8|895|13300|wide
789|Boeing 787-9|895|14600|wide
781|Boeing 787-10|895|11700|wide
359|Airbus A350-900|895|15800|wide
351|Airbus A350-1000|895|16200|wide
77W|Boeing 777-300ER|890|14200|wide
388|Airbus A380-800|895|15000|wide
`;

const AIRCRAFT: ReadonlyMap<string, Aircraft> = new Map(CATALOGUE.trim().split('\n').map(readAircraft));

import type { Aircraft } from './aircraft.ts';
import { aircraftOf } from './aircraft.ts';
import type { Airport } from './places.ts';
import { findAirport } from './places.ts';
import { ROUTES } from './routes.ts';

/** A real airline. Its fares and times of departure are made up. */
export interface Airline {
  readonly iataCode: string;
  readonly name: string;
  readonly country: string;
  /** The airports where its routes begin: hubs and bases. */
  readonly hubs: readonly string[];
  /** `low` sells at low fares and has one cabin; `regional` only operates for others. */
  readonly kind: 'full' | 'medium' | 'low' | 'regional';
  /** Whether it sells connections. Many low-cost airlines sell single flights only. */
  readonly connects: boolean;
  readonly alliance: 'oneworld' | 'skyteam' | 'star' | null;
  /** The airline that operates many of its short flights. */
  readonly regionalPartner: string | null;
  readonly fleet: readonly Aircraft[];
}

export interface Hub {
  readonly airline: Airline;
  readonly airport: Airport;
}

/** The airline of a code of the catalogue. Throws a RangeError for a code that is not in it. */
export function airlineOf(iataCode: string): Airline {
  const airline = AIRLINES.get(iataCode);
  if (!airline) throw new RangeError(`no airline "${iataCode}" in the catalogue: add it to world/airlines.ts`);
  return airline;
}

/** Every airline of the catalogue. */
export function airlines(): Iterable<Airline> {
  return AIRLINES.values();
}

/** Every pair of a selling airline and one of its hubs. */
export function hubs(): readonly Hub[] {
  return (allHubs ??= [...AIRLINES.values()].flatMap(hubsOf));
}

let allHubs: Hub[] | undefined;

function hubsOf(airline: Airline): Hub[] {
  return airline.hubs.map((code) => {
    const airport = findAirport(code);
    if (!airport) throw new RangeError(`hub "${code}" of ${airline.iataCode} is not an airport of airports.tsv`);
    return Object.freeze({ airline, airport });
  });
}

function readAirline(line: string): [string, Airline] {
  const [iataCode = '', name, country, kind, alliance, regionalPartner, fleet = ''] = line.split('|');
  const airline = {
    iataCode,
    name,
    country,
    hubs: hubCodes.get(iataCode) ?? [],
    kind: kind === 'point' ? 'low' : kind,
    connects: kind !== 'point',
    alliance: alliance || null,
    regionalPartner: regionalPartner || null,
    fleet: Object.freeze(fleet.split(' ').map(aircraftOf)),
  };
  return [iataCode, Object.freeze(airline as Airline)];
}

/** The second word of every line of the table of routes, by the first. */
const hubCodes = new Map<string, string[]>();
for (const [, airline = '', hub = ''] of ROUTES.matchAll(/^(\w{2}) ([A-Z]{3})/gm))
  hubCodes.set(airline, [...(hubCodes.get(airline) ?? []), hub]);

/**
 * Code, name, country, kind (`point`: a low-cost airline that sells no connections), alliance, regional partner,
 * fleet by IATA equipment codes. Curated by hand from public facts: what airlines and alliances publish.
 */
const CATALOGUE = `
IB|Iberia|ES|full|oneworld|YW|320 32N 321 333 332 359
UX|Air Europa|ES|full|skyteam||73H 789 788
VY|Vueling|ES|low|||320 32N 321
NT|Binter Canarias|ES|medium|||AT7 E95
V7|Volotea|ES|point|||319 320
BA|British Airways|GB|full|oneworld|CJ|320 32N 32Q 772 77W 789 781 351 388
VS|Virgin Atlantic|GB|full|skyteam||333 339 351 789
U2|easyJet|GB|point|||319 320 32N 32Q
LS|Jet2|GB|point|||73H 321
LM|Loganair|GB|medium|||DHT AT7
FR|Ryanair|IE|point|||73H 7M8
EI|Aer Lingus|IE|full|||320 32N 32Q 333 332
AF|Air France|FR|full|skyteam|A5|223 320 321 77W 359 789 332
TO|Transavia France|FR|point|||73H 32N
HV|Transavia|NL|point|||73H 32Q
KL|KLM|NL|full|skyteam|WA|73H 32Q 332 333 789 781 77W
LH|Lufthansa|DE|full|star|CL|320 32N 321 333 359 789 388
EW|Eurowings|DE|low|||319 320 32N
LX|SWISS|CH|full|star||223 320 32N 333 359 77W
OS|Austrian Airlines|AT|full|star||E95 320 32N 321 772 789
SN|Brussels Airlines|BE|full|star||319 320 32N 333
AZ|ITA Airways|IT|full|star||223 320 32N 332 339 359
TP|TAP Air Portugal|PT|full|star|NI|320 32N 32Q 339
S4|Azores Airlines|PT|medium|||DH4 320 32Q
SK|SAS|SE|full|skyteam||E95 320 32N 32Q 333 359
DY|Norwegian|NO|low|||73H 7M8
WF|Wideroe|NO|medium|||DH8 DH4 E90
AY|Finnair|FI|full|oneworld|N7|319 320 321 333 359
FI|Icelandair|IS|full|||7M8 75W 763 32Q
LO|LOT Polish Airlines|PL|full|star||E75 E95 73H 7M8 788 789
W6|Wizz Air|HU|point|||320 321 32Q
RO|TAROM|RO|medium|skyteam||AT7 73H
FB|Bulgaria Air|BG|medium|||E90 223
JU|Air Serbia|RS|medium|||AT7 319 320 332
OU|Croatia Airlines|HR|medium|star||DH4 223
A3|Aegean Airlines|GR|medium|star|OA|320 32N 32Q
BT|airBaltic|LV|medium|||223
TK|Turkish Airlines|TR|full|star||73H 321 32Q 7M8 333 789 359 77W
PC|Pegasus|TR|low|||73H 32N 32Q
SU|Aeroflot|RU|full|||320 321 73H 333 77W
S7|S7 Airlines|RU|medium|||E75 320 32N 73H
KC|Air Astana|KZ|medium|||320 32Q 763
HY|Uzbekistan Airways|UZ|medium|||320 32N 788
J2|Azerbaijan Airlines|AZ|medium|||E90 320 788
LY|EL AL|IL|full|||73H 772 788 789
RJ|Royal Jordanian|JO|full|oneworld||E95 320 32N 788
ME|Middle East Airlines|LB|full|skyteam||320 32Q 332
MS|EgyptAir|EG|full|star||223 73H 32Q 333 77W 789
AT|Royal Air Maroc|MA|full|oneworld||AT7 E90 73H 7M8 788 789
TU|Tunisair|TN|medium|||AT7 320 332
AH|Air Algerie|DZ|medium|||AT7 73H 332
ET|Ethiopian Airlines|ET|full|star||DH4 73H 7M8 788 789 359 77W
KQ|Kenya Airways|KE|full|skyteam||E90 73H 788
SA|South African Airways|ZA|full|star||320 332 333
FA|FlySafair|ZA|low|||73H
4Z|Airlink|ZA|medium|||AT7 E75 E90
DT|TAAG Angola Airlines|AO|medium|||DH4 223 73H 77W
P4|Air Peace|NG|medium|||E95 73H 772
HC|Air Senegal|SN|medium|||AT7 319 339
HF|Air Cote d'Ivoire|CI|medium|||DH4 319 320 339
MD|Madagascar Airlines|MG|medium|||AT7 E90 333
UU|Air Austral|RE|medium|||AT7 223 789
MK|Air Mauritius|MU|full|||AT7 332 339 359
HM|Air Seychelles|SC|medium|||DHT 32N
TM|LAM Mozambique|MZ|medium|||DH4 73H 332
WB|RwandAir|RW|medium|||DH4 73H 332
TC|Air Tanzania|TZ|medium|||DH4 223 7M8 788
UR|Uganda Airlines|UG|medium|||CR9 339
EK|Emirates|AE|full|||77W 388 359
FZ|flydubai|AE|low|||73H 7M8
EY|Etihad Airways|AE|full|||320 32Q 789 781 351 77W 388
QR|Qatar Airways|QA|full|oneworld||320 788 789 333 359 351 77W 388
SV|Saudia|SA|full|skyteam||320 321 333 789 781 77W
GF|Gulf Air|BH|full|||320 32N 32Q 789
WY|Oman Air|OM|full|oneworld||73H 7M8 789
KU|Kuwait Airways|KW|full|||32N 339 77W
IR|Iran Air|IR|medium|||AT7 320 332
IA|Iraqi Airways|IQ|medium|||CR9 73H 788
AI|Air India|IN|full|star||320 32N 32Q 788 359 77W
6E|IndiGo|IN|low|||AT7 320 32N 32Q 789
IX|Air India Express|IN|low|||73H 7M8
UL|SriLankan Airlines|LK|full|oneworld||320 32Q 333
PK|Pakistan International|PK|full|||AT7 320 772
BG|Biman Bangladesh|BD|full|||DH4 73H 788 789
RA|Nepal Airlines|NP|medium|||DHT 320 332
YT|Yeti Airlines|NP|medium|||AT7
SQ|Singapore Airlines|SG|full|star||73H 7M8 359 781 77W 388
TR|Scoot|SG|low|||E90 320 32N 788 789
MH|Malaysia Airlines|MY|full|oneworld||AT7 73H 7M8 333 339 359
AK|AirAsia|MY|low|||320 32N 32Q
TG|Thai Airways|TH|full|star||320 359 789 77W
PG|Bangkok Airways|TH|medium|||AT7 319 320
FD|Thai AirAsia|TH|low|||320 32N
VN|Vietnam Airlines|VN|full|skyteam||AT7 321 32Q 359 789 781
VJ|VietJet Air|VN|low|||320 321 32Q 333
GA|Garuda Indonesia|ID|full|skyteam||73H 333 339 77W
QG|Citilink|ID|low|||AT7 320 32N
JT|Lion Air|ID|low|||73H 7M8 333
PR|Philippine Airlines|PH|full||2P|DH4 320 321 32Q 333 359 77W
5J|Cebu Pacific|PH|low|||AT7 320 32N 32Q 339
8M|Myanmar Airways|MM|medium|||E90 320
QV|Lao Airlines|LA|medium|||AT7 320
CX|Cathay Pacific|HK|full|oneworld||32Q 333 359 351 77W
HX|Hong Kong Airlines|HK|medium|||320 333
UO|HK Express|HK|low|||320 32N 32Q
NX|Air Macau|MO|medium|||320 32N 32Q
CA|Air China|CN|full|star||320 32N 73H 333 359 789 77W
MU|China Eastern|CN|full|skyteam||320 32N 73H 332 359 789 77W
CZ|China Southern|CN|full|||320 32N 73H 333 359 789 77W
HU|Hainan Airlines|CN|full|||73H 7M8 333 788 789
CI|China Airlines|TW|full|skyteam||73H 32Q 333 359 77W
BR|EVA Air|TW|full|star|B7|321 333 781 789 77W
B7|UNI Air|TW|medium|||AT7 321
JX|Starlux|TW|full|||32Q 339 359
NH|All Nippon Airways|JP|full|star||DH4 73H 32Q 763 788 789 77W
JL|Japan Airlines|JP|full|oneworld||E90 73H 763 788 789 359 351
MM|Peach|JP|low|||320 32N 32Q
GK|Jetstar Japan|JP|low|||320 32Q
KE|Korean Air|KR|full|skyteam||223 73H 32Q 333 789 359 77W
OZ|Asiana Airlines|KR|full|star||320 32Q 333 359 772
7C|Jeju Air|KR|low|||73H 7M8
LJ|Jin Air|KR|low|||73H 7M8 772
OM|MIAT Mongolian Airlines|MN|medium|||73H 7M8 789
QF|Qantas|AU|full|oneworld||DH4 E90 73H 32Q 332 789 388
JQ|Jetstar|AU|low|||320 32Q 788
VA|Virgin Australia|AU|medium|||E90 73H 7M8 77W
ZL|Rex|AU|medium|||DH8
NZ|Air New Zealand|NZ|full|star||AT7 320 32Q 789 77W
FJ|Fiji Airways|FJ|full|oneworld||DHT AT7 7M8 332 359
PX|Air Niugini|PG|medium|||DH8 DH4 E90 73H 763
IE|Solomon Airlines|SB|medium|||DHT DH8 320
NF|Air Vanuatu|VU|medium|||DHT AT7 73H
SB|Aircalin|NC|medium|||32N 339
TY|Air Caledonie|NC|medium|||AT7
TN|Air Tahiti Nui|PF|full|||789
VT|Air Tahiti|PF|medium|||AT7
GZ|Air Rarotonga|CK|medium|||DH8 320
AA|American Airlines|US|full|oneworld|MQ|319 320 321 32Q 73H 7M8 788 789 772 77W
DL|Delta Air Lines|US|full|skyteam|9E|223 319 320 321 32Q 73H 763 333 339 359
UA|United Airlines|US|full|star|OO|319 320 73H 7M8 32Q 763 772 788 789 781 77W
B6|JetBlue|US|low|||E90 223 320 32Q
AS|Alaska Airlines|US|full|oneworld|QX|73H 7M8 789
HA|Hawaiian Airlines|US|full|||73H 32Q 332 789
WN|Southwest Airlines|US|low|||73H 7M8
F9|Frontier Airlines|US|point|||320 32N 32Q
G4|Allegiant Air|US|point|||319 320
AC|Air Canada|CA|full|star|QK|223 320 321 7M8 333 788 789 77W
WS|WestJet|CA|full||WR|73H 7M8 789
PD|Porter Airlines|CA|medium|||DH4 E95
5T|Canadian North|CA|medium|||AT7 73H
3H|Air Inuit|CA|medium|||DHT DH8 73H
GL|Air Greenland|GL|medium|||DH8 339
RC|Atlantic Airways|FO|medium|||320 32N
AM|Aeromexico|MX|full|skyteam|5D|73H 7M8 788 789
Y4|Volaris|MX|low|||320 32N 32Q
VB|Viva|MX|low|||320 32N 32Q
CM|Copa Airlines|PA|full|star||73H 7M8
AV|Avianca|CO|full|star||AT7 320 32N 788 789
P5|Wingo|CO|point|||73H
LA|LATAM Airlines|CL|full|||320 32N 321 763 788 789 77W
H2|Sky Airline|CL|low|||32N 32Q
JA|JetSMART|CL|low|||320 32N
EQ|Equair|EC|medium|||73H
G3|GOL|BR|low|||73H 7M8
AD|Azul|BR|full|||AT7 E95 32N 339
AR|Aerolineas Argentinas|AR|full|skyteam||E90 73H 7M8 332
OB|Boliviana de Aviacion|BO|medium|||CR9 73H 332
PZ|Paranair|PY|medium|||CR9
V0|Conviasa|VE|medium|||AT7 E90 73H
CU|Cubana|CU|medium|||AT7 332
BW|Caribbean Airlines|TT|medium|||AT7 73H 7M8
YW|Air Nostrum|ES|regional|||AT7 CR9
CJ|BA CityFlyer|GB|regional|||E90
A5|HOP!|FR|regional|||E75 E90
WA|KLM Cityhopper|NL|regional|||E75 E90 E95
CL|Lufthansa CityLine|DE|regional|||CR9 E90
NI|Portugalia|PT|regional|||E90 E95
N7|Nordic Regional Airlines|FI|regional|||AT7 E90
OA|Olympic Air|GR|regional|||DH8 AT7
2P|PAL Express|PH|regional|||DH4
MQ|Envoy Air|US|regional|||E75
9E|Endeavor Air|US|regional|||CR9
OO|SkyWest Airlines|US|regional|||CR9 E75
QX|Horizon Air|US|regional|||E75
QK|Jazz Aviation|CA|regional|||DH4 CR9
WR|WestJet Encore|CA|regional|||DH4
5D|Aeromexico Connect|MX|regional|||E90
`;

const AIRLINES: ReadonlyMap<string, Airline> = new Map(CATALOGUE.trim().split('\n').map(readAirline));

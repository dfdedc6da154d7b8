import type { Airport } from './places.ts';
import { findAirport } from './places.ts';

/**
 * A real airline and the part of its network that the timetable needs: it flies to and from its hubs, and
 * its connections go over them. Cities served, times and fares are made up.
 */
export interface Airline {
  readonly iataCode: string;
  readonly name: string;
  readonly country: string;
  readonly hubs: readonly string[];
  /** `medium` and `low` fly short and medium routes, `low` at low fares; `regional` only operates for others. */
  readonly kind: 'full' | 'medium' | 'low' | 'regional';
  readonly alliance: 'oneworld' | 'skyteam' | 'star' | null;
  /** The airline that operates its shortest flights. */
  readonly regionalPartner: string | null;
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
  return (allHubs ??= [...AIRLINES.values()].filter((a) => a.kind !== 'regional').flatMap(hubsOf));
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
  const [iataCode = '', name, country, hubs, kind, alliance, regionalPartner] = line.split('|');
  const airline = {
    iataCode,
    name,
    country,
    hubs: hubs ? Object.freeze(hubs.split(' ')) : [],
    kind,
    alliance: alliance || null,
    regionalPartner: regionalPartner || null,
  };
  return [iataCode, Object.freeze(airline as Airline)];
}

/** Code, name, country, hubs (main one first), kind, alliance, regional partner. */
const CATALOGUE = `
IB|Iberia|ES|MAD|full|oneworld|YW
UX|Air Europa|ES|MAD|full|skyteam|
VY|Vueling|ES|BCN ORY FCO AGP BIO SVQ|low||
NT|Binter Canarias|ES|LPA TFN|medium||
V7|Volotea|ES|OVD BIO NTE VCE|low||
BA|British Airways|GB|LHR LGW LCY|full|oneworld|CJ
VS|Virgin Atlantic|GB|LHR MAN|full|skyteam|
U2|easyJet|GB|LGW LTN MXP GVA BER|low||
LS|Jet2|GB|LBA MAN STN|low||
LM|Loganair|GB|GLA INV|medium||
FR|Ryanair|IE|DUB STN BGY CRL MAD BCN AGP PMI ALC|low||
EI|Aer Lingus|IE|DUB|full||
AF|Air France|FR|CDG ORY|full|skyteam|A5
TO|Transavia France|FR|ORY LYS|low||
KL|KLM|NL|AMS|full|skyteam|WA
LH|Lufthansa|DE|FRA MUC|full|star|CL
EW|Eurowings|DE|DUS HAM CGN STR|low||
LX|SWISS|CH|ZRH GVA|full|star|
OS|Austrian Airlines|AT|VIE|full|star|
SN|Brussels Airlines|BE|BRU|full|star|
AZ|ITA Airways|IT|FCO LIN|full|skyteam|
TP|TAP Air Portugal|PT|LIS OPO|full|star|NI
S4|Azores Airlines|PT|PDL|medium||
SK|SAS|SE|CPH ARN OSL|full|skyteam|
DY|Norwegian|NO|OSL ARN CPH|low||
WF|Wideroe|NO|BGO TOS BOO|medium||
AY|Finnair|FI|HEL|full|oneworld|
FI|Icelandair|IS|KEF|full||
LO|LOT Polish Airlines|PL|WAW|full|star|
W6|Wizz Air|HU|BUD OTP KTW VIE|low||
RO|TAROM|RO|OTP|medium|skyteam|
FB|Bulgaria Air|BG|SOF|medium||
JU|Air Serbia|RS|BEG|medium||
OU|Croatia Airlines|HR|ZAG|medium|star|
A3|Aegean Airlines|GR|ATH SKG|medium|star|OA
BT|airBaltic|LV|RIX|medium||
TK|Turkish Airlines|TR|IST|full|star|
PC|Pegasus|TR|SAW|low||
SU|Aeroflot|RU|SVO LED KJA|full||
KC|Air Astana|KZ|ALA NQZ|medium||
HY|Uzbekistan Airways|UZ|TAS|medium||
LY|EL AL|IL|TLV|full||
RJ|Royal Jordanian|JO|AMM|full|oneworld|
ME|Middle East Airlines|LB|BEY|full|skyteam|
MS|EgyptAir|EG|CAI|full|star|
AT|Royal Air Maroc|MA|CMN|full|oneworld|
TU|Tunisair|TN|TUN|medium||
AH|Air Algerie|DZ|ALG|medium||
ET|Ethiopian Airlines|ET|ADD|full|star|
KQ|Kenya Airways|KE|NBO|full|skyteam|
SA|South African Airways|ZA|JNB CPT|full|star|4Z
DT|TAAG Angola Airlines|AO|LAD|medium||
P4|Air Peace|NG|LOS ABV|medium||
HC|Air Senegal|SN|DSS|medium||
MD|Madagascar Airlines|MG|TNR|medium||
MK|Air Mauritius|MU|MRU|full||
EK|Emirates|AE|DXB|full||
FZ|flydubai|AE|DXB|low||
EY|Etihad Airways|AE|AUH|full||
QR|Qatar Airways|QA|DOH|full|oneworld|
SV|Saudia|SA|JED RUH|full|skyteam|
GF|Gulf Air|BH|BAH|full||
WY|Oman Air|OM|MCT|full|oneworld|
IR|Iran Air|IR|IKA THR|medium||
AI|Air India|IN|DEL BOM|full|star|
6E|IndiGo|IN|DEL BOM BLR CCU|low||
UL|SriLankan Airlines|LK|CMB|full|oneworld|
PK|Pakistan International|PK|KHI ISB|full||
BG|Biman Bangladesh|BD|DAC|full||
RA|Nepal Airlines|NP|KTM|medium||
SQ|Singapore Airlines|SG|SIN|full|star|
TR|Scoot|SG|SIN|low||
MH|Malaysia Airlines|MY|KUL BKI|full|oneworld|
AK|AirAsia|MY|KUL PEN|low||
TG|Thai Airways|TH|BKK|full|star|
PG|Bangkok Airways|TH|BKK USM|medium||
VN|Vietnam Airlines|VN|SGN HAN|full|skyteam|
VJ|VietJet Air|VN|SGN HAN|low||
GA|Garuda Indonesia|ID|CGK DPS UPG|full|skyteam|
JT|Lion Air|ID|CGK SUB|low||
PR|Philippine Airlines|PH|MNL CEB|full||2P
8M|Myanmar Airways|MM|RGN|medium||
CX|Cathay Pacific|HK|HKG|full|oneworld|
CA|Air China|CN|PEK TFU|full|star|
MU|China Eastern|CN|PVG KMG XIY|full|skyteam|
CZ|China Southern|CN|CAN PKX URC|full||
HU|Hainan Airlines|CN|PEK HAK|full||
CI|China Airlines|TW|TPE|full|skyteam|
BR|EVA Air|TW|TPE|full|star|
NH|All Nippon Airways|JP|HND NRT|full|star|
JL|Japan Airlines|JP|HND NRT ITM|full|oneworld|
KE|Korean Air|KR|ICN GMP|full|skyteam|
OZ|Asiana Airlines|KR|ICN|full|star|
OM|MIAT Mongolian Airlines|MN|UBN|medium||
QF|Qantas|AU|SYD MEL BNE PER|full|oneworld|
JQ|Jetstar|AU|MEL SYD|low||
VA|Virgin Australia|AU|BNE SYD MEL|medium||
NZ|Air New Zealand|NZ|AKL CHC|full|star|
FJ|Fiji Airways|FJ|NAN|full|oneworld|
PX|Air Niugini|PG|POM|medium||
SB|Aircalin|NC|NOU|medium||
TN|Air Tahiti Nui|PF|PPT|full||
AA|American Airlines|US|DFW MIA CLT JFK|full|oneworld|MQ
DL|Delta Air Lines|US|ATL JFK MSP SLC|full|skyteam|9E
UA|United Airlines|US|ORD EWR DEN SFO IAD GUM|full|star|OO
B6|JetBlue|US|JFK BOS|low||
AS|Alaska Airlines|US|SEA PDX ANC HNL|full|oneworld|QX
WN|Southwest Airlines|US|DAL MDW BWI LAS|low||
AC|Air Canada|CA|YYZ YUL YVR|full|star|QK
WS|WestJet|CA|YYC YEG|full||
5T|Canadian North|CA|YOW YFB YZF|medium||
GL|Air Greenland|GL|GOH|medium||
AM|Aeromexico|MX|MEX MTY|full|skyteam|5D
Y4|Volaris|MX|GDL TIJ|low||
CM|Copa Airlines|PA|PTY|full|star|
AV|Avianca|CO|BOG SAL|full|star|
LA|LATAM Airlines|CL|SCL GRU LIM|full||
G3|GOL|BR|CGH BSB|low||
AD|Azul|BR|VCP CNF|full||
AR|Aerolineas Argentinas|AR|AEP EZE COR|full|skyteam|
OB|Boliviana de Aviacion|BO|VVI|medium||
V0|Conviasa|VE|CCS|medium||
CU|Cubana|CU|HAV|medium||
BW|Caribbean Airlines|TT|POS|medium||
YW|Air Nostrum|ES||regional||
CJ|BA CityFlyer|GB||regional||
A5|HOP!|FR||regional||
WA|KLM Cityhopper|NL||regional||
CL|Lufthansa CityLine|DE||regional||
NI|Portugalia|PT||regional||
OA|Olympic Air|GR||regional||
4Z|Airlink|ZA||regional||
2P|PAL Express|PH||regional||
MQ|Envoy Air|US||regional||
9E|Endeavor Air|US||regional||
OO|SkyWest Airlines|US||regional||
QX|Horizon Air|US||regional||
QK|Jazz Aviation|CA||regional||
5D|Aeromexico Connect|MX||regional||
`;

const AIRLINES: ReadonlyMap<string, Airline> = new Map(CATALOGUE.trim().split('\n').map(readAirline));

/**
 * Public road distances from airports to town centres, in kilometres. Curated by hand from what airports, taxi boards
 * and public route planners publish; they differ by some kilometres with the route and the point in the town.
 */
const CATALOGUE = `
JFK 26 New York
EWR 28 Manhattan
MXP 50 Milan
LIN 9 Milano
BGY 50 Milan
LHR 27 London
LGW 46 London
STN 62 London
LTN 54 London
CDG 28 Paris
ORY 18 París
MAD 17 Madrid
BCN 15 Barcelona
AGP 9 Málaga
AGP 60 Marbella
ALC 58 Benidorm
LIS 8 Lisboa
OPO 15 Porto
FCO 31 Roma
VCE 13 Venezia
NAP 7 Napoli
MUC 38 München
FRA 13 Frankfurt
BER 25 Berlin
CGN 17 Köln
ZRH 12 Zürich
GVA 85 Chamonix
VIE 20 Wien
PRG 17 Praha
BUD 22 Budapest
WAW 10 Warszawa
CPH 9 København
CPH 30 Malmö
ARN 41 Stockholm
OSL 49 Oslo
HEL 19 Helsinki
DUB 12 Dublin
EDI 13 Edinburgh
ATH 34 Αθήνα
IST 45 İstanbul
SVO 33 Москва
DXB 14 Dubai
BOM 25 Marine Drive
BOM 25 Marine Drive, Mumbai
BOM 26 12 Colaba Causeway, Mumbai
MCO 35 Lake Buena Vista
CNS 66 Port Douglas
CAI 22 القاهرة
JNB 25 Johannesburg
DEL 18 New Delhi
BKK 30 กรุงเทพมหานคร
SIN 20 Singapore
KUL 57 Kuala Lumpur
HKG 36 Hong Kong
ICN 55 서울
NRT 75 東京
HND 21 東京
KIX 100 京都市
PVG 44 上海
PEK 30 北京
SYD 10 Sydney
MEL 24 Melbourne
LAX 27 Los Angeles
SFO 22 San Francisco
ORD 29 Chicago
IAD 43 Washington
DEN 39 Denver
MIA 12 Miami
EYW 260 Miami
YYZ 27 Toronto
GRU 30 São Paulo
EZE 33 Buenos Aires
SCL 18 Santiago
BOG 14 Bogotá
CUN 68 Playa del Carmen
`;

/**
 * More of them, which the factors of roads.txt were not chosen by: small towns, islands, mountains on all continents.
 */
const HELD_OUT = `
BRU 14 Bruxelles
LUX 7 Luxembourg
NCE 27 Cannes
NCE 30 Monaco
GVA 235 Zermatt
ZRH 155 Davos
SZG 80 Kitzbühel
CTA 66 Taormina
CTA 62 Siracusa
NAP 52 Sorrento
PMO 95 Cefalù
FAO 89 Lagos
LIS 30 Sintra
OPO 55 Braga
PMI 62 Alcúdia
TFS 90 Puerto de la Cruz
LPA 32 Maspalomas
HER 140 Chania
KEF 50 Reykjavík
TRD 33 Trondheim
ARN 37 Uppsala
INV 118 Fort William
EDI 75 St Andrews
SNN 24 Limerick
DUB 160 Belfast
BOS 187 Provincetown
SFO 53 San Jose
LAX 155 Santa Barbara
DEN 195 Vail
SLC 58 Park City
YVR 135 Whistler
YYC 145 Banff
CUN 120 Tulum
SJD 45 Cabo San Lucas
MBJ 80 Negril
CPT 35 Stellenbosch
CPT 115 Hermanus
RAK 190 Essaouira
AYT 125 Alanya
DLM 95 Marmaris
CDG 42 Marne-la-Vallée
DXB 135 Abu Dhabi
CMB 110 Kandy
HKT 37 Patong
DPS 37 Ubud
DAD 30 Hội An
CTS 50 札幌
CNX 185 Chiang Rai
SYD 75 Wollongong
OOL 65 Byron Bay
ZQN 70 Wanaka
AKL 112 Hamilton
NAN 190 Suva
`;

export const ROAD_FACTS = readFacts(CATALOGUE);
export const HELD_OUT_ROAD_FACTS = readFacts(HELD_OUT);

function readFacts(catalogue: string) {
  return catalogue
    .trim()
    .split('\n')
    .map((line) => {
      const [airport = '', km, ...town] = line.split(' ');
      return { airport, km: Number(km), town: town.join(' ') };
    });
}

/** Places between which lies water without a bridge or a tunnel for cars. */
export const WATER_BETWEEN: readonly (readonly [string, string])[] = [
  ['HNL', 'OGG'],
  ['HNL', 'Kahului'],
  ['PMI', 'Ibiza'],
  ['LPA', 'Santa Cruz de Tenerife'],
  ['FNC', 'PXO'],
  ['DUB', 'LPL'],
  ['BHD', 'Glasgow'],
  ['LYX', 'Calais'],
  ['CTA', 'Reggio Calabria'],
  ['MLA', 'Siracusa'],
  ['CFU', 'Ioannina'],
  ['RHO', 'Marmaris'],
  ['KGS', 'Bodrum'],
  ['HEL', 'Tallinn'],
  ['GOT', 'Aalborg'],
  ['GIB', 'Tangier'],
  ['EYW', 'Havana'],
  ['CZM', 'Playa del Carmen'],
  ['DOH', 'Manama'],
  ['ZNZ', 'Dar es Salaam'],
  ['SIN', 'Batam'],
  ['DPS', 'LOP'],
  ['AOJ', 'Hakodate'],
  ['YYJ', 'Vancouver'],
  ['WLG', 'NSN'],
  ['MLA', 'Pozzallo'],
  ['MLA', 'Isle of Wight'],
  ['MLA', 'Hotel Calypso, Marsalforn, Gozo'],
  ['SOU', 'Cowes, Isle of Wight'],
  ['GLA', 'Rothesay, Isle of Bute'],
  ['VCE', 'Murano'],
  ['NAP', 'Capri'],
  ['ATH', 'Salamina'],
  ['IST', 'Büyükada'],
  ['JFK', 'Fire Island'],
  ['CUN', 'Holbox'],
  ['GIG', 'Ilha de Paquetá'],
  ['XMN', '鼓浪屿'],
  ['HIJ', '宮島'],
  ['HKG', 'Cheung Chau'],
  ['SIN', 'Pulau Ubin'],
  ['KBV', 'Railay Beach'],
  ['LOP', 'Gili Trawangan'],
  ['MLE', 'Maafushi'],
  ['PER', 'Rottnest'],
];

/** Places that only a bridge or tunnel joins. */
export const BRIDGE_BETWEEN: readonly (readonly [string, string])[] = [
  ['CPH', 'Malmö'],
  ['CPH', 'Odense'],
  ['EWR', 'Manhattan'],
  ['JFK', 'Staten Island'],
  ['EYW', 'Miami'],
  ['SIN', 'Johor Bahru'],
  ['BAH', 'Khobar'],
  ['HKG', 'Kowloon'],
  ['PEN', 'Butterworth'],
  ['OKJ', 'Takamatsu'],
  ['YYG', 'Moncton'],
  ['VCE', 'Piazza San Marco 1, Venezia'],
  ['KIX', 'Osaka'],
];

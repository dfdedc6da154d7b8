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

export const ROAD_FACTS = CATALOGUE.trim()
  .split('\n')
  .map((line) => {
    const [airport = '', km, ...town] = line.split(' ');
    return { airport, km: Number(km), town: town.join(' ') };
  });

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

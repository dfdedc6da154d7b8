import type { Airline } from './airlines.ts';
import type { Airport } from './places.ts';

/** The terminal that an airline uses at an airport; null where the airport has one terminal only, or none is known. */
export function terminalOf(airline: Airline, { iataCode }: Airport): string | null {
  const terminals = TERMINALS.get(iataCode);
  if (!terminals) return null;
  const { byAirline, byAlliance, low, others } = terminals;
  const ofAlliance = airline.alliance && byAlliance.get(airline.alliance);
  const ofKind = airline.kind === 'low' ? low : undefined;
  return byAirline.get(airline.iataCode) ?? ofAlliance ?? ofKind ?? others;
}

interface Terminals {
  byAirline: Map<string, string>;
  byAlliance: Map<string, string>;
  low: string | undefined;
  others: string;
}

function readTerminals(line: string): [string, Terminals] {
  const [airport = '', others = '', ...rest] = line.split('|');
  const terminals: Terminals = { byAirline: new Map(), byAlliance: new Map(), low: undefined, others };
  for (const part of rest) {
    const [terminal = '', users = ''] = part.split(':');
    for (const user of users.split(' ')) {
      if (user === 'low') terminals.low = terminal;
      else (user.length > 2 ? terminals.byAlliance : terminals.byAirline).set(user, terminal);
    }
  }
  return [airport, terminals];
}

/**
 * Airport, the terminal of most airlines, then terminals with the airlines and alliances that use them (`low`: low-cost
 * airlines). Curated by hand from public facts: the terminal lists of the airports.
 */
const CATALOGUE = `
LHR|4|2:star EI B6|3:oneworld VS DL EK|5:BA IB VY|4:skyteam QR MS WY
LGW|N|S:BA VY W6 AC TO LM SN|N:U2 EK QR TK
MAN|2|3:FR BA LM
DUB|1|2:EI AA DL UA EK AC B6 QR CX EY
CDG|2A|2F:AF|2E:DL KE VN ME SV AM MU CI GA KQ VS RO|2D:BA LH LX OS LO|2B:AY RJ U2 JU SK|1:star QR EY|2C:EK AA AT|3:low
ORY|3|4:IB TP UX BA|2:AF|1:VY TU AT|3:TO
FRA|2|1:star|2:oneworld skyteam EK
MUC|1|2:star
BER|1|2:FR
HAM|1|2:LH LX OS TK EW
DUS|B|A:LH LX OS|B:EW
CGN|1|2:FR W6
STR|1|3:EW
VIE|3|1:low VY EK QR|3:star
PRG|2|1:BA EI EK KE LY QR TK RJ CI LS
WAW|A
BUD|2B|2A:LH LX OS AF KL LO
MAD|1|4:IB VY|4S:BA QR AA AY CX AT JL RJ|2:UX AF KL A3 TP SK|1:star low DL EK EY TK SV
BCN|1|2:low U2 FR W6 LS TO HV|1:VY IB LH BA
AGP|3
LPA|A
TFN|A
IBZ|A
LIS|1|2:FR U2 W6 TO HV
OPO|1
FCO|3|1:AZ AF KL BA LH IB VY A3 low
MXP|1|2:U2
VCE|1
NAP|1
ATH|A|B:FR U2 W6
CPH|2|3:SK LH LX OS
ARN|5|4:SK DY|2:low
HEL|2
SVO|B|C:MS ME CA MU CZ HU
DME|1
LED|1
TLV|3
CAI|3|2:oneworld EK EY SV BA|1:low
CMN|1|2:low TO FR
ADD|2
NBO|1A|1C:BA EK TK
JNB|A|B:SA 4Z FA
CPT|A|B:SA 4Z FA
LOS|1|2:ET MS AT TK HF
DXB|1|3:EK|2:FZ
AUH|A
RUH|3|5:FZ|1:SV
JED|1
DEL|3|1:6E IX
BOM|2|1:6E
BLR|1|2:AI SQ LH BA EK AF KL
MAA|4|1:6E
KTM|I
SIN|1|2:SQ LH NH LX EY MH OZ UA TG AC|3:SQ CI KE QF JL|1:TR CX QR BR|4:AK VJ 5J FD KE VN
KUL|1|2:AK FD 5J JQ TR
DMK|1|2:FD
CGK|3|2:low QG JT
DPS|I|D:QG JT
MNL|3|1:PR|2:2P
SGN|2|3:VN VJ
HAN|2|1:VN VJ
HKG|1
TPE|2|1:CX JL CI TG KE VN AK MM GK|2:BR UA NH SQ
PEK|3|2:HU SU MU KE|3:star CX
PVG|2|1:MU JL KE AF KL skyteam
SHA|2
CAN|2|1:MU HU AK FD
SZX|3
TFU|1|2:CA MU CZ HU
CTU|2
XIY|5|3:HU
ICN|1|2:KE DL AF KL OZ CI GA MU AM VN
GMP|I
NRT|2|1:KE DL AF KL NH UA LH LX OZ SQ TG|2:JL AA CX QF AY BA|3:GK
HND|3|2:NH|1:JL
KIX|1|2:MM
SYD|1|2:JQ VA ZL|3:QF
MEL|2|1:QF|3:VA|4:JQ ZL
BNE|I|D:QF JQ VA
PER|1|2:ZL|3:JQ|4:QF
AKL|I|D:NZ JQ
JFK|1|4:DL VS KL EK SQ KE AF EY CI KQ LY AM AV HY WS|5:B6 EI|7:AS AC|8:AA BA IB CX AY QR QF RJ AT JX
EWR|B|A:B6 AA AC|C:UA
LGA|B|C:DL WS|B:AA UA WN AC B6 AS
BOS|E|A:DL WS|B:AA UA AC AS WN|C:B6 EI
PHL|A|D:DL|E:WN F9
ATL|S|N:low|I:AF KL KE VS LH TK QR BA EY ET WS
MCO|A|C:B6 EI EK BA|B:DL UA
ORD|5|1:UA AC LH|3:AA AS|2:WS
DFW|D|A:AA|E:DL UA AC AS F9
IAH|D|C:UA|A:low AA DL AS|B:OO
LAX|B|1:WN B6|2:DL|3:DL|4:AA|6:AS AC|7:UA
SFO|A|G:star|1:AS WS|2:DL|B:AA B6 WN|3:UA
LAS|3|1:AA DL WN
PHX|4|3:UA AS B6 AC F9
SAN|2|1:WN
MSP|1|2:WN F9
DTW|E|M:DL AF KL VS AM
YYZ|3|1:star
YVR|M
MEX|1|2:AM CM DL AV LA AF KL
CUN|4|2:Y4 VB AM|3:AA DL UA BA AC AF LH
BOG|1
GRU|3|2:G3 CM AV AR ET TP AT|1:AD
GIG|2
SCL|2|1:LA H2 JA|2:IB
EZE|A|B:AR
PTY|1
HAV|3|1:CU
`;

const TERMINALS: ReadonlyMap<string, Terminals> = new Map(CATALOGUE.trim().split('\n').map(readTerminals));

/**
 * Public facts about sixty routes. Curated by hand from the destinations that airlines and airports publish:
 * who flies non-stop, or that nobody does.
 */
export interface RouteFact {
  readonly from: string;
  readonly to: string;
  /** All of them sell non-stop flights; none: nobody does. */
  readonly airlines: readonly string[];
}

/** From, to, airlines. */
const CATALOGUE = `
CDG NRT AF
CDG HND AF,NH,JL
CGH SDU LA,G3,AD
CGH CNF LA,G3,AD
DEL GOX AI,6E
BOM GOX AI,6E
FNC PXO NT
GCI JER GR,LM
GCI LGW GR
MLA CTA KM
IOM LPL LM,U2
LIS FNC TP,U2
SYD DFW QF
HNL NRT UA,HA,JL
MEX GDL AM,VB,Y4
GMP CJU KE,OZ,7C,LJ
HND CTS NH,JL
HKG TPE CX,CI,BR
GMP HND KE,OZ,NH,JL
SIN KUL SQ,MH
SGN HAN VN,VJ
DPS CGK GA
KUL BKI MH,AK
MNL CEB PR,5J
JED RUH SV
CAI JED MS,SV
ISB KHI PK
CMB MLE UL
LHR EDI BA
LCY EDI BA
LHR DUB BA,EI
LIN FCO AZ
ATH HER A3
BUD LTN W6
OSL LYR SK,DY
CPH GOH GL
SVO AER SU
ALA NQZ KC
ORY PTP AF
CMN RAK AT
JNB CPT SA,FA
NBO MBA KQ
LGA DCA AA,DL
HNL OGG HA,WN
ANC FAI AS
YTZ YUL PD
AEP MVD AR
LIM CUZ LA,JA
SCL PMC LA,H2
PTY SJO CM
AKL ZQN NZ,JQ
PER LHR QF
EWR SIN SQ
YVR YYJ AC,WS
SFO OAK
SFO SJC
MIA FLL
LAX SNA
ICN FNJ
DEL ISB
ALG CMN
LHR SVO
EVN GYD
LCA IST
`;

export const ROUTE_FACTS: readonly RouteFact[] = CATALOGUE.trim()
  .split('\n')
  .map((line) => {
    const [from = '', to = '', airlines] = line.split(' ');
    return { from, to, airlines: airlines?.split(',') ?? [] };
  });

/** Routes on which flights leave all day, so that nobody changes planes. */
export const SHUTTLES = (
  'HND-CTS HND-FUK HND-ITM HND-OKA GMP-CJU GMP-HND HKG-TPE PEK-SHA SIN-KUL SIN-CGK SGN-HAN CGK-DPS CGK-SUB MNL-CEB ' +
  'DEL-BOM BOM-BLR DEL-HYD JED-RUH CAI-JED IST-ESB IST-ADB SAW-AYT MAD-BCN MAD-PMI LIS-OPO ORY-NCE CDG-TLS LHR-EDI ' +
  'LHR-DUB LHR-AMS FRA-BER MUC-HAM LIN-FCO FCO-CTA ATH-HER OSL-BGO OSL-TRD CPH-ARN JNB-CPT JNB-DUR CMN-RAK LGA-DCA ' +
  'LGA-BOS LGA-ORD LAX-SFO LAX-LAS SEA-PDX HNL-OGG YYZ-YUL YVR-YYC MEX-MTY MEX-GDL BOG-MDE BOG-CTG CGH-SDU CGH-BSB ' +
  'GRU-GIG AEP-COR LIM-CUZ EZE-SCL SYD-MEL SYD-BNE MEL-ADL AKL-WLG AKL-CHC'
)
  .split(' ')
  .map((route) => [route.slice(0, 3), route.slice(4)] as const);

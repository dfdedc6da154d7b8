/**
 * A traveller's knowledge of a route: its airlines, the fewest stops, and how long the quickest trip takes, in
 * minutes. Curated by hand from public facts: the timetables that airlines publish.
 */
export interface KnownRoute {
  readonly from: string;
  readonly to: string;
  /** All of them sell flights with the fewest stops. */
  readonly airlines: readonly string[];
  readonly stops: number;
  readonly minutes: readonly [least: number, most: number];
}

/** From, to, airlines, fewest stops, least and most minutes. */
const CATALOGUE = `
LHR JFK BA,VS,AA,DL 0 465 505
JFK LHR BA,VS,AA,DL 0 405 445
FRA FCO LH,AZ 0 100 120
FCO FRA LH,AZ 0 105 125
DXB LHR EK,BA 0 445 485
LHR DXB EK,BA 0 400 435
MAD BCN IB,VY,UX 0 70 90
BCN MAD IB,VY,UX 0 70 90
CDG JFK AF,DL 0 485 530
JFK CDG AF,DL 0 425 465
AMS LHR KL,BA 0 70 90
LHR CDG BA,AF 0 70 90
SYD MEL QF,VA,JQ 0 90 100
LAX JFK AA,DL,B6 0 310 345
JFK LAX AA,DL,B6 0 350 395
HND CTS NH,JL 0 90 100
GRU GIG LA,G3 0 55 75
BOG MDE AV,LA 0 50 65
DEL BOM AI,6E 0 125 145
SIN KUL SQ,MH,AK 0 60 75
SIN SYD SQ,QF 0 455 500
HKG SIN CX,SQ 0 225 255
HND LAX NH,JL,AA,DL,UA 0 570 630
LAX HND NH,JL,AA,DL,UA 0 675 745
JNB CPT SA,FA,4Z 0 120 140
CAI LHR MS,BA 0 290 340
IST JFK TK 0 625 695
DOH LHR QR,BA 0 410 460
ADD NBO ET,KQ 0 105 135
MAD BOG IB,AV 0 595 655
LIS GRU TP,LA 0 580 640
MEX CUN AM,Y4,VB 0 125 165
YYZ YVR AC,WS,PD 0 285 315
ATL MCO DL,WN 0 80 100
PEK SHA MU,CA 0 130 150
OSL BGO SK,DY 0 45 65
LHR SYD QF,SQ 1 1240 1500
MAD SYD EK 1 1300 1700
EDI FCO BA,KL,LH 1 230 420
GLA FCO BA,KL 1 230 420
USH LHR AR 2 1050 2400
KKN MAD SK 1 350 800
`;

export const KNOWN_ROUTES: readonly KnownRoute[] = CATALOGUE.trim()
  .split('\n')
  .map((line) => {
    const [from = '', to = '', airlines = '', stops, least, most] = line.split(' ');
    return { from, to, airlines: airlines.split(','), stops: Number(stops), minutes: [Number(least), Number(most)] };
  });

/**
 * From, to, minutes there, minutes back, gate to gate: what airlines publish for non-stop flights of jets, rounded to
 * five minutes and in the middle of their bands.
 */
const CATALOGUE = `
LHR JFK 485 425
MAD BCN 75 80
FRA FCO 110 115
DXB LHR 465 415
SIN SYD 475 490
LAX HND 710 600
JFK LAX 375 325
CDG NCE 90 90
GRU GIG 65 65
DEL BOM 135 130
`;

interface PublishedTime {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
}

/** Both directions of each pair. */
export const PUBLISHED_TIMES: readonly PublishedTime[] = CATALOGUE.trim()
  .split('\n')
  .flatMap((line) => {
    const [from = '', to = '', there, back] = line.split(' ');
    return [
      { from, to, minutes: Number(there) },
      { from: to, to: from, minutes: Number(back) },
    ];
  });

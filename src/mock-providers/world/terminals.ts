import type { Airline } from './airlines.ts';
import type { Airport } from './places.ts';
import { readTable } from './read-table.ts';

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

const TERMINALS: ReadonlyMap<string, Terminals> = new Map(readTable('terminals.txt').map(readTerminals));

import { isText } from '../../../base/values/kinds.ts';
import { show } from '../../../base/values/show.ts';
import type { Contract } from '../contract.ts';
import { expectOfEach, fail } from '../expectations/expect.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';
import type { Trial } from '../run/trial.ts';
import { PreconditionNotMet } from '../verdict.ts';
import type { Recording } from './recording.ts';

/** Identifier in a response. */
export interface Identifier {
  keys: KeyPair;
  id: unknown;
  /** The identified thing: the same for a repeated response. */
  of: string;
  exchange: CheckedExchange;
  pointer: string;
}

export interface UniqueIdentifiers {
  rule: string;
  /** Name such as `offerId`. */
  name: string;
  /** Name such as `offer`. */
  thing: string;
  calls: Contract['calls'];
  list: (recording: Recording) => Identifier[];
  /** Adds calls missing from a run with this contract alone. */
  prepare?: (trial: Trial) => Promise<unknown>;
}

/** Returns a contract against duplicate identifiers within a kind, for one profile over the whole run. */
export function uniqueOverTheRun({ rule, name, thing, calls, list, prepare }: UniqueIdentifiers): Contract {
  return {
    title: `every ${thing} of the run has a unique ${name}`,
    rules: [rule],
    calls,
    atEnd: true,
    async check(trial) {
      await prepare?.(trial);
      const all = list(trial.recording).filter(({ id }) => isText(id));
      if (all.length === 0) throw new PreconditionNotMet(`needs a ${name}`);
      const shared = sharedIn(all);
      expectOfEach([...new Set(all.map(({ exchange }) => exchange))], (exchange) => {
        const wrong = shared.get(exchange);
        if (wrong) fail(exchange, `a unique ${name}`, `${show(wrong.id)}, as ${placeOf(wrong)}`, wrong.pointer);
      });
    },
  };
}

/** Returns an identifier's earlier place: another call, or another place in the same response. */
function placeOf({ exchange, first }: Identifier & { first: Identifier }): string {
  return first.exchange === exchange ? first.pointer : first.exchange.exchangeId;
}

/** Returns each response's first identifier already used for an earlier thing. */
function sharedIn(all: readonly Identifier[]): Map<CheckedExchange, Identifier & { first: Identifier }> {
  const known = new Map<string, Identifier>();
  const shared = new Map<CheckedExchange, Identifier & { first: Identifier }>();
  for (const one of all) {
    const key = `${one.keys.profileCode} ${String(one.id)}`;
    const first = known.get(key);
    if (!first) known.set(key, one);
    else if (first.of !== one.of && !shared.has(one.exchange)) shared.set(one.exchange, { ...one, first });
  }
  return shared;
}

import { isText } from '../../../base/values/kinds.ts';
import { show } from '../../../base/values/show.ts';
import type { Contract } from '../contract.ts';
import { expectOfEach } from '../expectations/expect.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';
import type { Trial } from '../run/trial.ts';
import { ContractViolation, PreconditionNotMet } from '../verdict.ts';
import type { Recording } from './recording.ts';

/** Identifier in a response. */
export interface Identifier {
  keys: KeyPair;
  id: unknown;
  /** Key of the identified thing; equal for a repeated response. */
  of: string;
  exchange: CheckedExchange;
  pointer: string;
}

export interface UniqueIdentifiers {
  rule: string;
  /** The rule broken by a missing identifier; by default the contract's rule. */
  missing?: string;
  /** Name such as `offerId`. */
  name: string;
  /** Name such as `offer`. */
  thing: string;
  calls: Contract['calls'];
  list: (recording: Recording) => Identifier[];
  /** Adds calls missing from a run with this contract alone. */
  prepare?: (trial: Trial) => Promise<unknown>;
}

/** Returns a contract against missing and duplicate identifiers within a kind, for one profile over the whole run. */
export function uniqueOverTheRun(identifiers: UniqueIdentifiers): Contract {
  const { rule, missing = rule, name, thing, calls, list, prepare } = identifiers;
  return {
    title: `every ${thing} of the run has a unique ${name}`,
    rules: [...new Set([rule, missing])],
    calls,
    atEnd: true,
    async check(trial) {
      await prepare?.(trial);
      const all = list(trial.recording);
      if (all.length === 0) throw new PreconditionNotMet(`needs a ${thing}`);
      const shared = sharedIn(all.filter(({ id }) => isText(id)));
      const lost = new Map(all.filter(({ id }) => isLacking(id)).map((one) => [one.exchange, one]));
      const exchanges = [...new Set(all.map(({ exchange }) => exchange))];
      const failAt = (own: string, expected: string, found: string, { exchange, pointer }: Identifier): never => {
        throw new ContractViolation({ expected, actual: found, pointer, exchange }, [own]);
      };
      expectOfEach(exchanges, (exchange) => {
        const wrong = lost.get(exchange);
        if (wrong) failAt(missing, `a ${name} for the next call`, show(wrong.id), wrong);
      });
      expectOfEach(exchanges, (exchange) => {
        const wrong = shared.get(exchange);
        if (wrong) failAt(rule, `a unique ${name}`, `${show(wrong.id)}, as ${placeOf(wrong)}`, wrong);
      });
    },
  };
}

function isLacking(id: unknown): boolean {
  return id === undefined || id === null || id === '';
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

import { control, dataOf } from '../api/client.ts';
import { isOfNobody } from '../app/route.ts';
import { useLoad } from '../app/use-load.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { arm } from '../scenarios/arming.ts';
import type { Exchange } from './exchange.ts';

/** Arms the same effect for the next call to this operation, if a scenario has it. */
export function ArmIt({ exchange }: { exchange: Exchange }) {
  const { data } = useLoad(() => dataOf(control.GET('/_sandbox/scenarios')), 'scenarios');
  const scenario = data && scenarioOf(exchange, data.scenarios);
  if (!scenario || isOfNobody.value) return null;
  return (
    <ActionButton work={() => arm(`${exchange.operation}:${scenario}`, 1)}>
      Arm <code>{scenario}</code> for the next {exchange.operation}
    </ActionButton>
  );
}

/**
 * Returns the scenario that acted, or else the scenario with the same name as the outcome: `pending`, `offer-expired`,
 * `502`.
 */
function scenarioOf(
  { scenario, outcome, operationId }: Exchange,
  known: readonly { name: string; operations: readonly string[] }[],
): string | undefined {
  if (operationId === null) return undefined;
  if (scenario && scenario.name !== 'none') return scenario.name;
  const words = outcome.text.split(/[\s:]+/).map((word) => word.replaceAll('_', '-'));
  return [...words.toReversed(), outcome.kind].find((word) =>
    known.some(({ name, operations }) => name === word && operations.includes(operationId)),
  );
}

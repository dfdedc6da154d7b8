import { useId } from 'preact/hooks';
import type { Parameter } from '../../src/scenarios/parameters.ts';
import type { ScenarioSelector } from '../../src/scenarios/parse.ts';
import type { Scenario } from './catalogue.ts';
import { allWords, wordsOf } from './catalogue.ts';

/** Fields for a scenario's operation and parameters, as the catalogue defines them. Empty fields mean the defaults. */
export function SelectorFields({
  scenario,
  selector,
  change,
}: {
  /** Undefined for `none`, and for scenarios unknown to the sandbox. */
  scenario: Scenario | undefined;
  selector: ScenarioSelector;
  change: (selector: ScenarioSelector) => void;
}) {
  const words = scenario ? wordsOf(scenario) : allWords;
  const id = useId();
  return (
    <div class="fields">
      <div>
        <label for={id}>For</label>
        <select
          id={id}
          value={selector.word ?? ''}
          onChange={({ currentTarget }) => change(withWord(selector, currentTarget))}
        >
          <option value="">{words.length === 1 ? words[0] : 'every operation that it applies to'}</option>
          {words.length > 1 && words.map((word) => <option key={word}>{word}</option>)}
        </select>
      </div>
      {Object.entries({ ...scenario?.parameters, calls: CALLS }).map(([name, parameter]) => (
        <Field
          key={name}
          name={name}
          parameter={parameter}
          value={selector.parameters.find(([each]) => each === name)?.[1] ?? ''}
          change={(value) => change(withParameter(selector, name, value))}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  name: string;
  parameter: Parameter | typeof CALLS;
  value: string;
  change: (value: string) => void;
}

function Field({ name, parameter, value, change }: FieldProps) {
  const id = useId();
  const field = {
    id,
    value,
    'aria-describedby': `${id}-is`,
    onInput: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value.replace(SIGNS, '')),
  };
  return (
    <div>
      <label for={id}>{name}</label>
      <Input parameter={parameter} field={field} />
      <small id={`${id}-is`} class="quiet">
        {parameter.is}
      </small>
    </div>
  );
}

function Input({
  parameter,
  field,
}: {
  parameter: FieldProps['parameter'];
  field: { id: string; value: string; onInput: (event: { currentTarget: { value: string } }) => void };
}) {
  switch (parameter.kind) {
    case 'calls':
      return <input type="number" min={1} max={9999} placeholder="usual" {...field} />;
    case 'count':
      return (
        <input type="number" min={0} max={parameter.most ?? 9999} placeholder={`${parameter.default}`} {...field} />
      );
    case 'probability':
      return <input type="number" min={0} max={1} step={0.05} placeholder={`${parameter.default}`} {...field} />;
    case 'duration':
      return <input placeholder={parameter.default} spellcheck={false} {...field} />;
    case 'choice':
      return (
        <select {...field}>
          <option value="">{parameter.default}</option>
          {parameter.of
            .filter((one) => one !== parameter.default)
            .map((one) => (
              <option key={one}>{one}</option>
            ))}
        </select>
      );
  }
}

function withWord(selector: ScenarioSelector, { value }: { value: string }): ScenarioSelector {
  const { word: _, ...rest } = selector;
  return value === '' ? rest : { ...rest, word: value };
}

function withParameter(selector: ScenarioSelector, name: string, value: string): ScenarioSelector {
  const known = selector.parameters.some(([each]) => each === name);
  const changed = known
    ? selector.parameters.map((pair) => (pair[0] === name ? ([name, value] as const) : pair))
    : [...selector.parameters, [name, value] as const];
  return { ...selector, parameters: changed.filter(([, text]) => text !== '') };
}

const CALLS = { kind: 'calls', is: 'number of requests that it meets; one in a sequence by default' } as const;

/** Separators between scenarios and parameters cannot occur in a value. */
const SIGNS = /[(),;=\s]/g;

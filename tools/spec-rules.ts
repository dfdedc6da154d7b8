import { basename } from 'node:path';
import { isRecord } from '../src/base/values/kinds.ts';
import { controlRequirements } from '../src/control-api/load-control.ts';
import { currencies } from '../src/flights/exchange-rates.ts';
import type { SpecRequirements } from '../src/interface/openapi/find-conflicts.ts';
import { findConflicts } from '../src/interface/openapi/find-conflicts.ts';
import type { Spec } from '../src/interface/openapi/load-spec.ts';
import { serviceRequirements } from '../src/interface/openapi/service-requirements.ts';
import { loadAssumptions } from '../src/interface/rules/load-assumptions.ts';
import { loadRules } from '../src/interface/rules/load-rules.ts';

const { operations, values } = serviceRequirements;
const REQUIREMENTS: Readonly<Record<string, SpecRequirements>> = {
  'openapi.yaml': { operations, values: { ...values, 'schemas/Currency': currencies() } },
  'control-api.yaml': await controlRequirements(),
};
const IDS: Readonly<Record<string, ReadonlySet<string>>> = {
  'x-rules': new Set(loadRules().map(({ id }) => id)),
  'x-assumption': new Set(loadAssumptions().map(({ id }) => id)),
};

/** Rules of redocly.yaml that depend on the code: the other rules know OpenAPI, these know taxiway. */
export default function specRules() {
  return { id: 'taxiway', rules: { oas3: { 'fits-the-code': fitsTheCode, 'known-marks': knownMarks } } };
}

/** Reports the conflicts of a spec with the code. */
function fitsTheCode() {
  return {
    Root(spec: Spec, { report, location }: Context) {
      const requirements = REQUIREMENTS[basename(location.source.absoluteRef)];
      if (requirements === undefined) return;
      for (const { path, message } of findConflicts(spec, requirements))
        report({ message, location: location.child([...path]) });
    },
  };
}

/** Reports the ids in `x-rules` and `x-assumption` that the catalogues lack. */
function knownMarks() {
  return {
    any(node: unknown, { report, location }: Context) {
      for (const [mark, known] of Object.entries(IDS)) {
        const marked: unknown[] = isRecord(node) ? [node[mark] ?? []].flat() : [];
        for (const id of marked)
          if (!known.has(String(id)))
            report({ message: `${String(id)} is in no catalogue`, location: location.child([mark]) });
      }
    },
  };
}

/** The used part of a visitor's context; the package of redocly has no types of its own for plugins. */
interface Context {
  location: Location;
  report(this: void, problem: { message: string; location: Location }): void;
}

interface Location {
  source: { absoluteRef: string };
  child(keys: string[]): Location;
}

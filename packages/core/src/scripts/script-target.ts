import type { JsonObject, RecordedTarget } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { ScriptTarget } from './learned-block.ts';

/** An element of a script as its program names it: `target('open', { row: params.order })`. */
export interface TargetCall {
  readonly target: string;
  /** Name of today, where it stands for a value of the run. */
  readonly name?: string;
  /** Texts that the row around the element contains. */
  readonly row?: readonly string[];
}

/** Parses what a program passes for an element; null when it is no target of a script. */
export function parseTargetCall(wanted: unknown): TargetCall | null {
  const { target, name, row } = asRecord(wanted) ?? {};
  if (typeof target !== 'string') return null;
  const textsOf = (value: unknown) =>
    [value]
      .flat()
      .flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []));
  const [today] = textsOf(name);
  const inRow = textsOf(row);
  return {
    target,
    ...(today === undefined ? {} : { name: today }),
    ...(inRow.length === 0 ? {} : { row: inRow }),
  };
}

/**
 * Returns a target as it is looked for: what depends on the name or row of the recorded run is left out when the program names
 * another one.
 */
export function wantedTarget(recorded: ScriptTarget, { name, row }: TargetCall): RecordedTarget {
  const { reason: _reason, ...target } = recorded;
  const isRenamed = name !== undefined && name !== target.name;
  const ignored = [...(isRenamed ? ['attributes', 'row'] : []), ...(row === undefined ? [] : ['row'])];
  const fingerprint = withoutFeatures(target.fingerprint, ignored);
  const byRole = `role=${target.kind}[name=${JSON.stringify(name ?? target.name)}]`;
  return {
    ...target,
    name: name ?? target.name,
    fingerprint:
      fingerprint && isRenamed ? { ...fingerprint, name: name.normalize('NFKC').toLowerCase() } : fingerprint,
    // A place in the document says nothing about the row that is meant.
    selectors: isRenamed || row !== undefined ? [byRole] : target.selectors,
    ...(row === undefined ? {} : { row }),
  };
}

function withoutFeatures(fingerprint: JsonObject | null, names: readonly string[]): JsonObject | null {
  if (fingerprint === null || names.length === 0) return fingerprint;
  return Object.fromEntries(Object.entries(fingerprint).filter(([name]) => !names.includes(name)));
}

import type { Reference } from '@runwright/jinja';
import type { DefinitionBlock, UncheckedNode } from '../blocks/block-types.ts';
import { renderedTemplates } from '../document/written-templates.ts';
import { misspeltKey } from '../parameters/similar-key.ts';
import type { Path } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';
import { missingReferences } from '../template/template.ts';
import type { TemplateScope } from '../template/template-scope.ts';
import { placeText } from './place-text.ts';

/** A name or path in a template that has no value. */
export interface UndefinedName {
  /** As it is written, such as `orders_output.rows[0]`; the first 200 characters of a longer one. */
  readonly text: string;
  /** Name or path with a value that was most likely meant; null when none resembles it. */
  readonly suggestion: string | null;
}

/** A template of a block that reads what has no value. */
export interface UndefinedField {
  /** Place within the block. */
  readonly path: Path;
  readonly source: string;
  readonly names: readonly UndefinedName[];
}

/** Names of a block that are looked for at most. */
const maxNames = 100;
/** Characters of a name that are shown. */
const maxShown = 200;

/**
 * Finds what a template reads and the scope does not have, at most 100 names. What `default()` or a test `is defined` provides for is left
 * out.
 */
export function findUndefinedNames(source: string, { names }: TemplateScope): readonly UndefinedName[] {
  const missing = new Map(missingReferences(source, names).map((reference) => [reference.text, reference]));
  return [...missing.values()]
    .slice(0, maxNames)
    .map((reference) => ({ text: shorten(reference.text), suggestion: suggestName(reference, names) }));
}

/** The same for all templates together that are rendered before a block begins. */
export function findUndefinedFields(
  block: DefinitionBlock,
  node: UncheckedNode,
  scope: TemplateScope,
): readonly UndefinedField[] {
  const fields: UndefinedField[] = [];
  let count = 0;
  for (const { path, source } of renderedTemplates(block, node)) {
    if (count >= maxNames) break;
    const names = findUndefinedNames(source, scope);
    if (names.length > 0) fields.push({ path, source, names });
    count += names.length;
  }
  return fields;
}

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

type Names = Readonly<Record<string, unknown>>;

function suggestName({ name, path }: Reference, names: Names): string | null {
  if (!Object.hasOwn(names, name))
    return misspeltKey(name, Reflect.ownKeys(names).map(String)) ?? outputWith(name, names);
  const root = Object.hasOwn(names, `${name}_output`) ? `${name}_output` : name;
  let at: unknown = names[name];
  for (const [depth, step] of path.entries()) {
    const members = asRecord(at);
    if (!members || typeof step !== 'string') return null;
    if (Object.hasOwn(members, step)) {
      at = members[step];
      continue;
    }
    const before: Path = depth === 0 ? [root] : [name, ...path.slice(0, depth)];
    const below = pathBelow(depth === 0 ? names[root] : members, step);
    const meant = below ?? misspeltKey(step, Object.keys(members));
    return meant && placeText([...before, ...(typeof meant === 'string' ? [meant] : meant)]);
  }
  return null;
}

/** Returns the path to a member of a name in the outputs of the run. */
function outputWith(name: string, names: Names): string | null {
  const [label, ...members] = pathBelow(names.workflow_run_outputs, name) ?? [];
  return label === undefined || members.length === 0 ? null : placeText([`${label}_output`, ...members]);
}

/** Objects in which a member is looked for. */
const maxObjects = 1000;

/** Returns the shortest path to a member of a name in the objects below a value, but not in lists; null when there is none. */
function pathBelow(value: unknown, name: string): Path | null {
  const open: { readonly at: unknown; readonly path: Path }[] = [{ at: value, path: [] }];
  for (const { at, path } of open) {
    const members = asRecord(at);
    if (!members) continue;
    if (Object.hasOwn(members, name)) return [...path, name];
    for (const [key, member] of Object.entries(members))
      if (open.length < maxObjects && asRecord(member)) open.push({ at: member, path: [...path, key] });
  }
  return null;
}

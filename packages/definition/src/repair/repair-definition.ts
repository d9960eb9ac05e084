import { reservedKeys } from '../checks/validate-parameters.ts';
import type { Path } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';
import { type NewNames, renameInExpression, renameInTemplate } from './rename-in-template.ts';
import { freeNames } from './repair-names.ts';

/** One name that a repair changed. */
export interface Renaming {
  /** The label of a block, or the key of a parameter. */
  readonly kind: 'label' | 'key';
  /** As it was written; empty when there was none. */
  readonly from: string;
  readonly to: string;
  /** Path of the renamed member, from the root of the input. */
  readonly path: readonly (string | number)[];
}

/** A definition whose labels and keys are names, and what was changed for it. */
export interface RepairedDefinition {
  /** A copy of what was given, with the new names. */
  readonly definition: unknown;
  /** Labels, then keys, each in the order of the document; empty when all was right. */
  readonly renamed: readonly Renaming[];
}

/**
 * Mends the labels and parameter keys of a definition that comes from elsewhere. What cannot stand in a name becomes `_`,
 * runs of it one, the ends are trimmed, a leading digit gets a `_` before it, and of nothing is made `block` or `parameter`.
 * A name that is taken or reserved gets `_2`, `_3`, …. All references follow: templates, labels, keys, and maps with
 * templates in them. Nothing else is changed, so that the result may still have mistakes of other kinds. Takes a
 * definition, or a whole draft (with `workflow_definition`), as data; anything else is answered as it is.
 */
export function repairDefinition(definition: unknown): RepairedDefinition {
  const given = asRecord(definition);
  if (!given) return { definition, renamed: [] };
  const inner = asRecord(given.workflow_definition);
  const path = inner ? ['workflow_definition'] : [];
  const names = namesOf(inner ?? given, path);
  const repaired = repairedMembers(inner ?? given, path, names);
  return {
    definition: inner
      ? {
          ...(renamed({ ...given, workflow_definition: null }, names.top) as object),
          workflow_definition: repaired,
        }
      : repaired,
    renamed: names.renamed,
  };
}

type Members = { readonly [member: string]: unknown };

/** New names in one list of blocks: its own labels come before those of the lists around it. */
interface Scope {
  /** Names that a template may read: keys, labels, and names of outputs. */
  readonly names: NewNames;
  readonly labels: NewNames;
  /** Labels of this very list: edges lead to no other. */
  readonly own: NewNames;
}

interface Names {
  readonly top: Scope;
  /** New labels of a list, by where it stands. */
  labelsAt(path: Path): readonly string[];
  readonly keys: readonly string[];
  readonly renamed: readonly Renaming[];
  scope(list: unknown, path: Path, outer: Scope): Scope;
}

function namesOf(definition: Members, path: Path): Names {
  const blocks = blocksIn(definition.blocks, [...path, 'blocks']);
  const labels = freeNames(
    blocks.map(({ label }) => label),
    new Set(),
    'block',
  );
  const outputs = labels.map((label) => `${label}_output`);
  const parameters = listOf(definition.parameters).map(asRecord);
  const oldKeys = parameters.map((parameter) => nameText(parameter?.key));
  const keys = freeNames(oldKeys, new Set([...reservedKeys, ...outputs]), 'parameter');
  const lists = new Map<string, string[]>();
  for (const [index, { path: place }] of blocks.entries()) {
    const list = place.slice(0, -1).join('/');
    lists.set(list, [...(lists.get(list) ?? []), labels[index] ?? '']);
  }
  const labelsAt = (place: Path) => lists.get(place.join('/')) ?? [];

  const newKeys = firstOf(oldKeys.map((key, index) => [key, keys[index] ?? key]));
  const allLabels = firstOf(blocks.map(({ label }, index) => [label, labels[index] ?? label]));
  const scope = (list: unknown, place: Path, outer: Scope | null): Scope => {
    const fresh = labelsAt(place);
    const own = firstOf(
      listOf(list).map((block, index) => [nameText(asRecord(block)?.label), fresh[index] ?? '']),
    );
    const known = new Map([...(outer?.labels ?? allLabels), ...own]);
    const withOutputs = [...known].map(([from, to]) => [`${from}_output`, `${to}_output`] as const);
    return { own, labels: known, names: new Map([...known, ...withOutputs, ...newKeys]) };
  };
  return {
    top: scope(definition.blocks, [...path, 'blocks'], null),
    labelsAt,
    keys,
    scope,
    renamed: [
      ...blocks.flatMap(({ label: from, path: place }, index) =>
        changed('label', from, labels[index] ?? from, [...place, 'label']),
      ),
      ...oldKeys.flatMap((from, index) =>
        changed('key', from, keys[index] ?? from, [...path, 'parameters', index, 'key']),
      ),
    ],
  };
}

function changed(kind: Renaming['kind'], from: string, to: string, path: Path): readonly Renaming[] {
  return from === to ? [] : [{ kind, from, to, path }];
}

/** The first of several with the same name is the one that references mean. */
function firstOf(pairs: readonly (readonly [string, string])[]): NewNames {
  return new Map(pairs.filter(([from]) => from !== '').toReversed());
}

interface FoundBlock {
  readonly label: string;
  readonly path: Path;
}

function blocksIn(list: unknown, path: Path): readonly FoundBlock[] {
  return listOf(list).flatMap((block, index) => {
    const place = [...path, index];
    const { label, loop_blocks } = asRecord(block) ?? {};
    return [{ label: nameText(label), path: place }, ...blocksIn(loop_blocks, [...place, 'loop_blocks'])];
  });
}

function repairedMembers(definition: Members, path: Path, names: Names): Members {
  const { blocks, parameters, finally_block_label: last, ...others } = definition;
  return {
    ...(renamed(others, names.top) as Members),
    ...('parameters' in definition
      ? {
          parameters: Array.isArray(parameters)
            ? parameters.map((parameter, index) => repairedParameter(parameter, names.keys[index], names.top))
            : parameters,
        }
      : {}),
    ...('blocks' in definition
      ? { blocks: repairedList(blocks, [...path, 'blocks'], names.top, names) }
      : {}),
    ...('finally_block_label' in definition ? { finally_block_label: renamedText(last, names.top.own) } : {}),
  };
}

/** Members of a parameter that may name another one. */
const sourceMembers = ['source_parameter_key', 'url_parameter_key', 'credential_id', 'vault_id', 'item_id'];

function repairedParameter(parameter: unknown, key: string | undefined, scope: Scope): unknown {
  const members = asRecord(parameter);
  if (!members) return parameter;
  const sources = sourceMembers.filter((name) => typeof members[name] === 'string');
  return {
    ...members,
    ...(key === undefined ? {} : { key }),
    ...Object.fromEntries(sources.map((name) => [name, renamedKey(members[name], scope)])),
  };
}

function repairedList(list: unknown, path: Path, scope: Scope, names: Names): unknown {
  if (!Array.isArray(list)) return list;
  const labels = names.labelsAt(path);
  return list.map((block, index) => {
    const members = asRecord(block);
    if (!members) return block;
    return { ...repairedBlock(members, [...path, index], scope, names), label: labels[index] };
  });
}

const edgeMembers: ReadonlySet<string> = new Set(['next_block_label', 'on_failure_next_label']);
/** Members whose text may be the bare key of a parameter, or the name of an output. */
const bareMembers: ReadonlySet<string> = new Set([
  'parameter_keys',
  'loop_over_parameter_key',
  'smtp_host_secret_parameter_key',
  'smtp_port_secret_parameter_key',
  'smtp_username_secret_parameter_key',
  'smtp_password_secret_parameter_key',
  'url',
  'file_url',
  'path',
  'recipients',
  'body',
  'file_attachments',
  'credential_id',
  'google_credential_id',
]);
const untouched: ReadonlySet<string> = new Set(['block_type', 'label']);

function repairedBlock(block: Members, path: Path, scope: Scope, names: Names): Members {
  const member = (name: string, value: unknown): unknown => {
    if (name === 'loop_blocks') {
      const place = [...path, name];
      return repairedList(value, place, names.scope(value, place, scope), names);
    }
    if (name === 'branch_conditions' && Array.isArray(value))
      return value.map((branch) => repairedBranch(branch, scope));
    if (edgeMembers.has(name)) return renamedText(value, scope.own);
    if (name === 'code' && typeof value === 'string') return renamedProgram(value, scope);
    if (name === 'loop_variable_reference' && typeof value === 'string' && !/\{[{%]/.test(value)) {
      return renamedReference(value, scope);
    }
    if (!bareMembers.has(name)) return renamed(value, scope);
    return Array.isArray(value) ? value.map((item) => renamedKey(item, scope)) : renamedKey(value, scope);
  };
  const others = Object.entries(block).filter(([name]) => !untouched.has(name));
  return {
    ...block,
    ...Object.fromEntries(others.map(([name, value]) => [name, member(name, value)])),
  };
}

function repairedBranch(branch: unknown, scope: Scope): unknown {
  const members = asRecord(branch);
  if (!members) return branch;
  return {
    ...(renamed(members, scope) as Members),
    ...('next_block_label' in members
      ? { next_block_label: renamedText(members.next_block_label, scope.own) }
      : {}),
  };
}

/** A bare key, or else a text that may have templates. */
function renamedKey(value: unknown, scope: Scope): unknown {
  if (typeof value !== 'string') return renamed(value, scope);
  return scope.names.get(value.trim()) ?? renamed(value, scope);
}

/** A reference without braces: a name as it stands, an expression, or words for a model, which stay. */
function renamedReference(value: string, scope: Scope): string {
  const name = scope.names.get(value.trim());
  if (name !== undefined) return name;
  return renameInExpression(value, scope.names, scope.labels);
}

/** A program reaches parameters and outputs that are no identifiers by their text only. */
function renamedProgram(code: string, scope: Scope): string {
  return code.replace(
    /\b(params|outputs)(\s*\[\s*)(['"])((?:\\.|(?!\3).)*)\3(\s*\])/g,
    (found, holder, open, quote, name, close) => {
      const to = holder === 'outputs' ? scope.labels.get(name) : scope.names.get(name);
      return to === undefined ? found : `${holder}${open}${quote}${to}${quote}${close}`;
    },
  );
}

/** A copy of any value with the names in its templates changed, keys of maps included. */
function renamed(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return renameInTemplate(value, scope.names, scope.labels);
  if (Array.isArray(value)) return value.map((item) => renamed(item, scope));
  const members = asRecord(value);
  if (!members) return value;
  return Object.fromEntries(
    Object.entries(members).map(([key, member]) => [
      renameInTemplate(key, scope.names, scope.labels),
      renamed(member, scope),
    ]),
  );
}

function renamedText(value: unknown, names: NewNames): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return names.get(String(value)) ?? value;
}

function nameText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

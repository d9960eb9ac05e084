import type { BlockNode, Json, WorkflowDefinition } from '@runwright/contract';
import { asRecord, type DefinitionBlock, mapTemplates, namesIn, schemaNode } from '@runwright/definition';
import { textsIn } from '@runwright/masking';
import type { ClosedSecrets } from './reveal-secrets.ts';
import type { PlaceholderUse } from './run-secrets.ts';

/** Whose values a block may have revealed. */
export interface DeclaredScope {
  readonly definition: WorkflowDefinition;
  /** Values of the run's plain parameters. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Placeholders of its secret parameters. */
  readonly placeholders: Readonly<Record<string, Json>>;
  readonly runSecrets: ClosedSecrets;
}

/**
 * The rule of one block: a secret parameter is declared in `parameter_keys`, or by a field of the block that is its key
 * or whose template names it; so is a parameter of type `context` that comes from it, and a plain parameter that holds
 * the same value. Secrets that are no parameters, such as those of a response, need no declaration.
 */
export function declaredBy(
  node: BlockNode,
  block: DefinitionBlock | undefined,
  scope: DeclaredScope,
): (use: PlaceholderUse) => boolean {
  let made: { readonly names: ReadonlySet<string>; readonly alike: ReadonlySet<string> } | null = null;
  // Most blocks use no secret, so what they declare is not looked for before the first does.
  const declared = () => {
    if (made) return made;
    const names = withSources(namesOf(node, block), scope.definition);
    const plain = [...names].map((name) => scope.parameters[name] ?? null);
    const alike = scope.runSecrets
      .findPlaceholders(scope.runSecrets.withPlaceholders(plain))
      .map(({ placeholder }) => placeholder);
    made = { names, alike: new Set(alike) };
    return made;
  };
  return ({ name, placeholder }) => {
    if (!Object.hasOwn(scope.placeholders, name)) return true;
    return declared().names.has(name) || declared().alike.has(placeholder);
  };
}

function namesOf(node: BlockNode, block: DefinitionBlock | undefined): ReadonlySet<string> {
  const keys = Array.isArray(node.parameter_keys) ? node.parameter_keys : [];
  const names = new Set(keys.filter((key) => typeof key === 'string'));
  if (!block) return names;
  const properties = schemaNode(block.config.properties);
  for (const [member, value] of Object.entries(node)) {
    if (!Object.hasOwn(properties, member)) continue;
    for (const text of textsIn(value)) names.add(text.trim());
  }
  const read = (source: string) => {
    for (const name of namesIn(source)) names.add(name);
    return source;
  };
  const { block_type: _type, ...members } = node;
  mapTemplates(block.config, asRecord(members), read);
  for (const { source } of block.templates?.(node) ?? []) read(source);
  return names;
}

/** A parameter of type `context` gives on what its source holds. */
function withSources(names: ReadonlySet<string>, definition: WorkflowDefinition): ReadonlySet<string> {
  const wider = new Set(names);
  // A set that grows while it is gone through is gone through to its end: sources of sources are found too.
  for (const name of wider) {
    const parameter = definition.parameters.find(({ key }) => key === name);
    if (parameter && 'source_parameter_key' in parameter) wider.add(String(parameter.source_parameter_key));
  }
  return wider;
}

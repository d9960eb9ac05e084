import {
  type BlockNode,
  type ContextParameter,
  type CursorPath,
  type Json,
  type JsonObject,
  RunwrightError,
  type WorkflowDefinition,
} from '@runwright/contract';
import { loopBodyOf } from '../graph/loop-body.ts';
import { listNames } from '../problem.ts';
import { isTemplate } from '../template/map-templates.ts';
import { namesIn } from '../template/template.ts';

/** The values from which `context` parameters are taken. */
export interface ContextSource {
  /** Values of the other parameters, secrets as placeholders. */
  readonly values: Readonly<Record<string, Json>>;
  /** The latest output of each block, by label. */
  readonly outputs: ReadonlyMap<string, Json>;
  /** Path around the block: `["each_row", 3]` in an iteration, `[]` at the top. */
  readonly path: CursorPath;
  /** The innermost iteration around the block; null at the top. */
  readonly iteration: { readonly value: Json } | null;
}

/**
 * Values of a definition's `context` parameters, as one block sees them. A source that is an object gives its member of
 * the parameter's key, a block's output that member of its extracted information, everything else itself. In the body of
 * the loop that goes over the source it is the item, or the item's member.
 *
 * @throws RunwrightError `block_failed` for an item that is an object without the member.
 */
export function contextValues(
  definition: WorkflowDefinition,
  source: ContextSource,
): Readonly<Record<string, Json>> {
  const wanted = definition.parameters.filter((parameter) => parameter.parameter_type === 'context');
  if (wanted.length === 0) return {};
  const over = source.iteration ? loopSources(definition.blocks, source.path) : new Set<string>();
  const found: Record<string, Json> = {};
  const valueFor = (parameter: ContextParameter, asked: readonly string[]): Json => {
    const { key, source_parameter_key: from } = parameter;
    if (Object.hasOwn(found, key)) return found[key] ?? null;
    if (source.iteration && over.has(from)) return itemFor(key, source.iteration.value);
    const next = wanted.find((other) => other.key === from);
    if (next && !asked.includes(from)) return memberOf(valueFor(next, [...asked, key]), key);
    if (Object.hasOwn(source.values, from)) return memberOf(source.values[from] ?? null, key);
    const output = source.outputs.get(from.replace(/_output$/, '')) ?? null;
    return memberOf(asObject(output)?.extracted_information ?? output, key);
  };
  for (const parameter of wanted) found[parameter.key] = valueFor(parameter, []);
  return found;
}

function memberOf(value: Json, key: string): Json {
  const members = asObject(value);
  return members ? (members[key] ?? null) : value;
}

function itemFor(key: string, item: Json): Json {
  const members = asObject(item);
  if (!members) return item;
  if (Object.hasOwn(members, key)) return members[key] ?? null;
  throw new RunwrightError(
    'block_failed',
    `The context parameter \`${key}\` is the member \`${key}\` of the loop's item, but the item has ${listNames(Object.keys(members))}; correct its key.`,
    { details: { failure_category: 'definition' } },
  );
}

/** Returns the source of the innermost loop around a path: keys of parameters, and names in its reference. */
function loopSources(blocks: readonly BlockNode[], path: CursorPath): ReadonlySet<string> {
  const [label, , ...rest] = path;
  const loop = blocks.find((block) => block.label === label);
  if (!loop) return new Set();
  if (rest.length > 0) return loopSources(loopBodyOf(loop), rest);
  const { loop_over_parameter_key: key, loop_variable_reference: reference } = loop;
  const written = typeof reference === 'string' && reference.trim() !== '' ? reference : null;
  if (written !== null) return new Set(namesIn(isTemplate(written) ? written : `{{ ${written} }}`));
  return new Set(typeof key === 'string' ? [key] : []);
}

function asObject(value: Json): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

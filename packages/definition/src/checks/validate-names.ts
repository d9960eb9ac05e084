import type { Problem } from '@runwright/contract';
import type { Reference } from '@runwright/jinja';
import type { BlockPlace } from '../document/block-places.ts';
import type { CheckedList } from '../document/check-blocks.ts';
import { asBlockList, keysOf, type ParsedDefinition } from '../document/parsed-definition.ts';
import type { PlacedTemplate } from '../document/written-templates.ts';
import { type Reach, reachOf } from '../graph/reach.ts';
import { misspeltKey } from '../parameters/similar-key.ts';
import type { Path } from '../problem.ts';
import { schemaNode } from '../schema/schema-node.ts';
import { builtInFunctions, referencesIn } from '../template/template.ts';
import { findMissingMember } from './find-missing-member.ts';
import { placeText } from './place-text.ts';
import { undefinedEffect } from './undefined-effect.ts';
import { reservedKeys } from './validate-parameters.ts';

/** Names and blocks that are looked up for every template of one draft. */
interface NameLookup {
  readonly known: ReadonlySet<string>;
  /** What a name that nothing declares does when it is rendered. */
  readonly effect: string;
  readonly keys: ReadonlySet<string>;
  /** Block by label, and by the name of its output. */
  readonly blocks: ReadonlyMap<string, BlockPlace>;
  readonly reach: (list: CheckedList) => Reach;
}

const loopNames: ReadonlySet<string> = new Set(['current_value', 'current_item', 'current_index']);
const outputsName = 'workflow_run_outputs';

/**
 * Names in templates that nothing declares, loop values outside of loops, outputs of blocks that cannot have run when they are
 * wanted, and members that these outputs do not have. What stands under `default()` or an `is defined` guard is not looked at.
 */
export function nameWarnings(
  templates: readonly PlacedTemplate[],
  parsed: ParsedDefinition,
  places: ReadonlyMap<string, BlockPlace>,
): readonly Problem[] {
  const names = createNameLookup(parsed, places);
  return templates.flatMap((template) => {
    const place = template.owner ? (places.get(template.owner.node.label) ?? null) : null;
    const told = new Set<string>();
    return referencesIn(template.source)
      .filter(({ guarded }) => !guarded)
      .flatMap((reference) => {
        const doubt = doubtOf(reference, { template, place, names });
        if (!doubt || told.has(doubt.message)) return [];
        told.add(doubt.message);
        return [{ ...doubt, path: template.path }];
      });
  });
}

function createNameLookup(parsed: ParsedDefinition, places: ReadonlyMap<string, BlockPlace>): NameLookup {
  const keys = keysOf(parsed);
  const reaches = new Map<CheckedList, Reach>();
  const blocks = new Map(places);
  for (const [label, place] of places) blocks.set(outputOf(label), place);
  return {
    known: new Set([...reservedKeys, 'browser_session_id', ...keys, ...blocks.keys()]),
    effect: undefinedEffect(parsed),
    keys: new Set(keys),
    blocks,
    reach: (list) => {
      const reach = reaches.get(list) ?? reachOf(asBlockList(list, parsed));
      reaches.set(list, reach);
      return reach;
    },
  };
}

interface Reading {
  readonly template: PlacedTemplate;
  /** The block that reads; null for a setting of the workflow. */
  readonly place: BlockPlace | null;
  readonly names: NameLookup;
}

type Doubt = Omit<Problem, 'path'>;

function doubtOf({ name, path }: Reference, reading: Reading): Doubt | null {
  const { names, template } = reading;
  if (name === 'domain' && template.inner[0] === 'cache_key') return null;
  // Without members it is a call, and `range(3)` works until a block of that name has run.
  if (builtInFunctions.has(name) && (path.length === 0 || !names.known.has(name))) return null;
  if (!names.known.has(name)) return undeclared(name, names);
  if (loopNames.has(name) && !isInLoop(reading)) return outsideLoop(name);
  const [member] = path;
  if (name === outputsName && typeof member === 'string') {
    const wanted = names.blocks.get(member);
    if (wanted?.placed.node.label !== member) return unknownOutput(member);
    const doubt = outputDoubt(`${outputsName}.${member}`, wanted, reading);
    return doubt ?? memberDoubt(wanted, path.slice(1), reading);
  }
  const wanted = names.keys.has(name) ? undefined : names.blocks.get(name);
  if (!wanted) return null;
  return outputDoubt(name, wanted, reading) ?? memberDoubt(wanted, membersRead(name, wanted, path), reading);
}

/** By its label, the extracted data of a block can be read as `output`. */
function membersRead(name: string, { placed: { node, block } }: BlockPlace, path: Path): Path {
  const { output, extracted_information: data } = schemaNode(block?.output.properties);
  const isAlias = name === node.label && path[0] === 'output' && output === undefined && data !== undefined;
  return isAlias ? ['extracted_information', ...path.slice(1)] : path;
}

function memberDoubt({ placed: { node, block } }: BlockPlace, path: Path, { names }: Reading): Doubt | null {
  const missing = block && findMissingMember(block, node, path);
  if (!missing) return null;
  const { name, reason, meant } = missing;
  const hint = meant === null ? '' : ` Did you mean \`${placeText([outputOf(node.label), ...meant])}\`?`;
  const message = `The output of block \`${node.label}\` ${reason} member \`${name}\`, so ${names.effect}.${hint}`;
  return { type: 'unknown_output_member', message };
}

/** A loop sees the values of the loop around it; a `while_loop` counts in its own condition. */
function isInLoop({ place, template }: Reading): boolean {
  if (place === null) return false;
  return place.loops.length > 0 || isOwnCondition(place, template);
}

function isOwnCondition(place: BlockPlace, { inner }: PlacedTemplate): boolean {
  return place.placed.node.block_type === 'while_loop' && inner[0] === 'condition';
}

function outputDoubt(name: string, wanted: BlockPlace, reading: Reading): Doubt | null {
  const block = wanted.placed.node.label;
  const { place, template, names } = reading;
  if (place === null) {
    const message = `\`${name}\` is the output of block \`${block}\`, but this is rendered before the first block runs.`;
    return { type: 'too_early', message };
  }
  // The condition of a loop is rendered again after each iteration, and then sees what its body did.
  if (wanted.loops.includes(place) && isOwnCondition(place, template)) return null;
  const [reader, source] = inCommonList(place, wanted);
  if (hasEarlierIteration(reader)) return null;
  const reach = names.reach(reader.list);
  const [readerLabel, sourceLabel] = [reader.placed.node.label, source.placed.node.label];
  if (readerLabel !== sourceLabel && reach.canFollow(readerLabel, sourceLabel)) return null;
  if (readerLabel === sourceLabel || reach.canFollow(sourceLabel, readerLabel)) {
    const message = `\`${name}\` is the output of block \`${block}\`, which cannot have run when this is rendered.`;
    return { type: 'too_early', message };
  }
  const message = `\`${name}\` is the output of block \`${block}\`, which stands on another branch: no run that comes here has run it.`;
  return { type: 'other_branch', message };
}

/** The two blocks, or the loops around them, that stand in the same list. */
function inCommonList(a: BlockPlace, b: BlockPlace): readonly [BlockPlace, BlockPlace] {
  const ways = [[...a.loops, a] as const, [...b.loops, b] as const] as const;
  let depth = 0;
  while (
    depth + 1 < Math.min(ways[0].length, ways[1].length) &&
    ways[0][depth] === ways[1][depth] &&
    ways[0][depth + 1]?.list === ways[1][depth + 1]?.list
  )
    depth += 1;
  return [ways[0][depth] ?? a, ways[1][depth] ?? b];
}

/** In the body of a `while_loop` a block may want what a later one did in the iteration before; a `for_loop` shows none of that. */
function hasEarlierIteration({ loops }: BlockPlace): boolean {
  return loops.at(-1)?.placed.node.block_type === 'while_loop';
}

function undeclared(name: string, { known, effect }: NameLookup): Doubt {
  const meant = misspeltKey(name, [...known]);
  const hint = meant === null ? '' : ` Did you mean \`${meant}\`?`;
  const message = `Nothing declares the name \`${name}\`, so ${effect}.${hint}`;
  return { type: 'undeclared_name', message };
}

function unknownOutput(label: string): Doubt {
  const message = `\`${outputsName}\` has no \`${label}\`: no block has this label.`;
  return { type: 'undeclared_name', message };
}

function outsideLoop(name: string): Doubt {
  return { type: 'outside_loop', message: `\`${name}\` exists in the body of a loop only.` };
}

function outputOf(label: string): string {
  return `${label}_output`;
}

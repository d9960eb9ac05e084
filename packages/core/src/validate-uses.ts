import type { Problem } from '@runwright/contract';
import { type BlockPlace, runsAtOnce } from './block-places.ts';
import { type DefinitionScene, keysOf, labelsOf } from './definition-scene.ts';
import { named, valueError } from './problem.ts';
import type { PlacedNode } from './validate-blocks.ts';

/** Members that hold the key of one parameter, beside the lists of `parameter_keys`. */
const keyMembers: readonly string[] = [
  'loop_over_parameter_key',
  'smtp_host_secret_parameter_key',
  'smtp_port_secret_parameter_key',
  'smtp_username_secret_parameter_key',
  'smtp_password_secret_parameter_key',
];

/** Keys that a block names one by one and nobody declares, and blocks where they cannot be carried out. */
export function useProblems(
  scene: DefinitionScene,
  places: ReadonlyMap<string, BlockPlace>,
): readonly Problem[] {
  const keys = keysOf(scene);
  const declared = new Set([...keys, ...labelsOf(scene).map((label) => `${label}_output`)]);
  return [
    ...scene.lists.flatMap((list) => list.nodes.flatMap((placed) => undeclaredKeys(placed, declared, keys))),
    ...[...places.values()].flatMap(pauseProblems),
  ];
}

function undeclaredKeys(
  { node, path, block }: PlacedNode,
  declared: ReadonlySet<string>,
  keys: readonly string[],
): readonly Problem[] {
  if (!block) return [];
  return keyMembers.flatMap((member) => {
    const key = node[member];
    if (typeof key !== 'string' || key.trim() === '' || declared.has(key.trim())) return [];
    // The item of an outer loop is a name in scope that a loop in it may go over.
    if (member === 'loop_over_parameter_key' && /^current_(?:value|item)$/.test(key)) return [];
    const reason = `block \`${node.label}\` names the parameter \`${key}\`, which is not declared; declared: ${named(keys)}`;
    return [valueError([...path, member], reason)];
  });
}

/** A run pauses as a whole, so nothing beside the one who waits may go on. */
function pauseProblems({ placed, loops }: BlockPlace): readonly Problem[] {
  if (placed.node.block_type !== 'human_interaction') return [];
  const loop = loops.find(runsAtOnce);
  if (!loop) return [];
  const { label, concurrency } = loop.placed.node;
  const reason = `block \`${placed.node.label}\` waits for a person, which the loop \`${label}\` with \`concurrency\` ${concurrency} cannot do; set it to 1`;
  return [valueError([...placed.path, 'block_type'], reason)];
}

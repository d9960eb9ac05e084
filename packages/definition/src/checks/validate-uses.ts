import type { Problem } from '@runwright/contract';
import type { PlacedNode } from '../document/check-blocks.ts';
import { keysOf, labelsOf, type ParsedDefinition } from '../document/parsed-definition.ts';
import { listNames, valueError } from '../problem.ts';

/** Members that hold the key of one parameter, beside the lists of `parameter_keys`. */
const keyMembers: readonly string[] = [
  'loop_over_parameter_key',
  'smtp_host_secret_parameter_key',
  'smtp_port_secret_parameter_key',
  'smtp_username_secret_parameter_key',
  'smtp_password_secret_parameter_key',
];

/** Keys that a block names one by one and nobody declares. */
export function useProblems(parsed: ParsedDefinition): readonly Problem[] {
  const keys = keysOf(parsed);
  const declared = new Set([...keys, ...labelsOf(parsed).map((label) => `${label}_output`)]);
  return parsed.lists.flatMap((list) =>
    list.nodes.flatMap((placed) => undeclaredKeys(placed, declared, keys)),
  );
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
    const reason = `block \`${node.label}\` names the parameter \`${key}\`, which is not declared; declared: ${listNames(keys)}`;
    return [valueError([...path, member], reason)];
  });
}

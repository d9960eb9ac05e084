import type { Problem } from '@runwright/contract';
import type { PlacedNode } from '../document/check-blocks.ts';
import type { ParsedDefinition } from '../document/parsed-definition.ts';
import { asRecord } from '../schema/schema-node.ts';

/**
 * Warns of login blocks that no run can execute, because none of their `parameter_keys` can hold a credential. Keys that are
 * not declared, such as outputs of blocks, are not judged.
 */
export function loginWarnings(parsed: ParsedDefinition): readonly Problem[] {
  const plain = plainKeys(parsed);
  return parsed.lists.flatMap((list) => list.nodes.flatMap((placed) => warningsOf(placed, plain)));
}

function warningsOf({ node, path, block }: PlacedNode, plain: ReadonlySet<string>): readonly Problem[] {
  if (!block || node.block_type !== 'login') return [];
  const given: readonly unknown[] = Array.isArray(node.parameter_keys) ? node.parameter_keys : [];
  if (given.some((key) => typeof key !== 'string' || !plain.has(key))) return [];
  const message = `The login block \`${node.label}\` has no credential and would fail before a browser opens; add the key of a parameter that holds one to \`parameter_keys\`.`;
  return [{ path: [...path, 'parameter_keys'], type: 'missing_credential', message }];
}

/** Keys of parameters whose values are those of the run, and no credential. */
function plainKeys({ definition }: ParsedDefinition): ReadonlySet<string> {
  const given: readonly unknown[] = Array.isArray(definition.parameters) ? definition.parameters : [];
  const keys = given.map(asRecord).flatMap((parameter) => {
    if (typeof parameter?.key !== 'string' || parameter.parameter_type !== 'workflow') return [];
    return parameter.workflow_parameter_type === 'credential_id' ? [] : [parameter.key];
  });
  return new Set(keys);
}

import type { Problem } from '@runwright/contract';
import type { ParsedDefinition } from '../document/parsed-definition.ts';
import { asRecord } from '../schema/schema-node.ts';
import { criteriaType, isTruthy } from '../template/branch-criteria.ts';
import { namesIn, renderValue } from '../template/template.ts';

/** Doubts about branches that no walk takes: those after one whose condition is always true, and its default. */
export function branchWarnings(parsed: ParsedDefinition): readonly Problem[] {
  return parsed.lists.flatMap((list) =>
    list.nodes.flatMap(({ node, path }) => {
      const branches = asRecord(node)?.branch_conditions;
      if (!Array.isArray(branches)) return [];
      const first = branches.findIndex(alwaysMatches);
      if (first === -1) return [];
      return branches.flatMap((branch, index) => {
        // The default is taken when no other matches, wherever it stands.
        if (index === first || (index < first && asRecord(branch)?.is_default !== true)) return [];
        const message = `No walk takes this branch: the condition of branch ${first} is always true.`;
        return [{ path: [...path, 'branch_conditions', index], type: 'unreachable_branch', message }];
      });
    }),
  );
}

/** Returns whether the condition of a branch is a template without names and calls, whose one value is true. */
function alwaysMatches(branch: unknown): boolean {
  const { is_default: isDefault, criteria } = asRecord(branch) ?? {};
  const { expression, criteria_type: type } = asRecord(criteria) ?? {};
  if (isDefault === true || typeof expression !== 'string') return false;
  const isTemplate =
    type === 'jinja2_template' || (type !== 'prompt' && criteriaType({ expression }) === 'jinja2_template');
  if (!isTemplate) return false;
  try {
    if (expression.includes('(') || namesIn(expression).length > 0) return false;
    return isTruthy(renderValue(expression, { names: {}, parameters: {} }, { strict: false }));
  } catch {
    return false;
  }
}

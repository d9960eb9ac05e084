import type { Problem } from '@runwright/contract';
import type { ParsedDefinition } from '../document/parsed-definition.ts';
import { type Path, valueError } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';

/** Models that a draft or one of its blocks names, and that nobody offers. */
export function modelProblems(
  draft: { readonly [member: string]: unknown },
  parsed: ParsedDefinition,
  isOffered: (name: string) => boolean,
): readonly Problem[] {
  const problemsOf = (model: unknown, path: Path): readonly Problem[] => {
    const name = asRecord(model)?.model_name;
    if (typeof name !== 'string' || isOffered(name)) return [];
    const reason = `the model \`${name.slice(0, 80)}\` is not offered here; leave it out for the default one`;
    return [valueError([...path, 'model', 'model_name'], reason)];
  };
  return [
    ...problemsOf(draft.model, []),
    ...parsed.lists.flatMap((list) =>
      list.nodes.flatMap(({ node, path }) => problemsOf(asRecord(node)?.model, path)),
    ),
  ];
}

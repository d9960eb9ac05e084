import type { Json, Problem, RunSettings, WorkflowDefinition, WorkflowRunRequest } from '@runwright/contract';
import { allBlocks, listNames, valueError } from '@runwright/definition';

/** Settings of a partial run, from its request; none for a whole one. */
export function partialSettings(
  request: Pick<WorkflowRunRequest, 'block_labels' | 'block_outputs'>,
  definition: WorkflowDefinition,
): Pick<RunSettings, 'blockLabels' | 'blockOutputs'> {
  const { block_labels: labels, block_outputs: given } = request;
  const known = new Set(labelsOf(definition));
  const outputs = Object.entries(given ?? {}).map(([name, value]) => [labelOf(name, known), value as Json]);
  return {
    ...(labels ? { blockLabels: labels } : {}),
    ...(given ? { blockOutputs: Object.fromEntries(outputs) } : {}),
  };
}

/** Blocks that a request names and the definition does not have, or names twice. */
export function partialProblems(
  request: Pick<WorkflowRunRequest, 'block_labels' | 'block_outputs'>,
  definition: WorkflowDefinition,
): readonly Problem[] {
  const labels = labelsOf(definition);
  const known = new Set(labels);
  const wanted = request.block_labels ?? [];
  const places = new Map(wanted.map((label, index) => [label, index] as const).toReversed());
  const unknown = (name: string) => `there is no block \`${name}\`; there are ${listNames(labels)}`;
  return [
    ...wanted.flatMap((label, index) => {
      const path = ['block_labels', index];
      if (!known.has(label)) return [valueError(path, unknown(label))];
      return (places.get(label) ?? index) < index
        ? [valueError(path, `the block \`${label}\` is named twice`)]
        : [];
    }),
    ...Object.keys(request.block_outputs ?? {}).flatMap((name) =>
      known.has(labelOf(name, known)) ? [] : [valueError(['block_outputs', name], unknown(name))],
    ),
  ];
}

/** An output may be given under the block's label or under the name of its output. */
function labelOf(name: string, labels: ReadonlySet<string>): string {
  if (labels.has(name) || !name.endsWith('_output')) return name;
  return name.slice(0, -'_output'.length);
}

function labelsOf(definition: WorkflowDefinition): readonly string[] {
  return allBlocks(definition.blocks).map(({ label }) => label);
}

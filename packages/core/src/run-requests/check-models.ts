import type { BlockNode, Problem, RunSettings } from '@runwright/contract';
import { allBlocks, invalidInput } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';

type Deps = Pick<EngineDeps, 'model' | 'registry'>;

/**
 * Refuses a run with a block whose model lacks what the block needs, with `invalid_input`. Nothing is known, and nothing
 * refused, in a process without models.
 *
 * @param path member of the request that the block comes from. Default: the member of the block
 */
export function checkModels(
  deps: Deps,
  blocks: readonly BlockNode[],
  settings: Pick<RunSettings, 'blockLabels' | 'modelName'>,
  path?: readonly string[],
): void {
  const { blockLabels, modelName } = settings;
  const problems = allBlocks(blocks)
    .filter(({ label }) => blockLabels?.includes(label) ?? true)
    .flatMap((node) => modelProblems(deps, node, modelName, path));
  if (problems.length > 0) throw invalidInput('The run cannot be started', problems);
}

function modelProblems(
  { model, registry }: Deps,
  node: BlockNode,
  runModel: string | null,
  path: readonly string[] | undefined,
): readonly Problem[] {
  const required = registry.get(node.block_type)?.modelRequirement({ ...node }) ?? null;
  if (required === null) return [];
  const chosen = model(required.purpose, node.model?.model_name ?? runModel, required.computer);
  if (chosen === null) return [];
  const { id, can } = chosen;
  const { images, computer = null } = can;
  const problem = required.findProblem({ id, images, computer });
  if (problem === null) return [];
  const value = String(Object(node)[required.member]);
  const message = `Value error, the block \`${node.label}\` cannot use the ${required.member} \`${value}\`: ${problem}`;
  return [{ path: path ?? [required.member], type: 'value_error', message }];
}

import type { Problem } from '@runwright/contract';
import { asBlockList, type DefinitionScene, definitionPath, keysOf, labelsOf } from './definition-scene.ts';
import { canFollow } from './graph.ts';
import { type Path, valueError } from './problem.ts';
import type { WrittenTemplate } from './registry.ts';
import { namesIn, syntaxFault } from './template.ts';
import { isTemplate, mapTemplates } from './template-walk.ts';
import type { CheckedList, PlacedNode } from './validate-blocks.ts';
import { reservedKeys } from './validate-parameters.ts';

/** Templates that cannot be read, in blocks and in the settings that are rendered. */
export function templateProblems(
  scene: DefinitionScene,
  draft: { readonly [member: string]: unknown },
): readonly Problem[] {
  return [...settingTemplates(scene, draft), ...nodesOf(scene).flatMap(templatesOf)].flatMap(
    ({ path, source }) => {
      const fault = syntaxFault(source);
      return fault === null ? [] : [valueError(path, `the template cannot be read: ${fault}`)];
    },
  );
}

/** Names in templates that nothing declares, and outputs of blocks that cannot have run when they are wanted. */
export function templateWarnings(scene: DefinitionScene): readonly Problem[] {
  const labels = labelsOf(scene);
  const keys = keysOf(scene);
  const known = new Set([...reservedKeys, 'browser_session_id', ...keys, ...labels, ...labels.map(outputOf)]);
  return scene.lists.flatMap((list) =>
    list.nodes.flatMap((placed) =>
      templatesOf(placed).flatMap(({ path, source }) =>
        namesIn(source).flatMap((name) => {
          if (!known.has(name)) return [undeclared(name, path)];
          const block = labels.find(
            (label) => name === outputOf(label) || (name === label && !keys.includes(name)),
          );
          return block !== undefined && isTooEarly(placed.node.label, block, list, scene)
            ? [tooEarly(name, block, path)]
            : [];
        }),
      ),
    ),
  );
}

function outputOf(label: string): string {
  return `${label}_output`;
}

/** In the body of a loop a block may want what a later one did in the iteration before. */
function isTooEarly(label: string, wanted: string, list: CheckedList, scene: DefinitionScene): boolean {
  if (!list.top || !list.nodes.some(({ node }) => node.label === wanted)) return false;
  return !canFollow(asBlockList(list, scene), label, wanted);
}

function undeclared(name: string, path: Path): Problem {
  const message = `Nothing declares the name \`${name}\`, so it prints nothing, or fails with strict templates.`;
  return { path, type: 'undeclared_name', message };
}

function tooEarly(name: string, block: string, path: Path): Problem {
  const message = `\`${name}\` is the output of block \`${block}\`, which cannot have run when this is rendered.`;
  return { path, type: 'too_early', message };
}

function nodesOf(scene: DefinitionScene): readonly PlacedNode[] {
  return scene.lists.flatMap((list) => list.nodes);
}

function templatesOf({ node, path, block }: PlacedNode): readonly WrittenTemplate[] {
  const found: WrittenTemplate[] = [];
  if (!block) return found;
  const { block_type: _type, ...members } = node;
  mapTemplates(block.config, members, (source, place) => {
    found.push({ path: [...path, ...place.path], source });
    return source;
  });
  const own = block.templates?.(node) ?? [];
  return [...found, ...own.map((written) => ({ ...written, path: [...path, ...written.path] }))];
}

function settingTemplates(
  scene: DefinitionScene,
  draft: { readonly [member: string]: unknown },
): readonly WrittenTemplate[] {
  const written = [
    { path: [...definitionPath, 'workflow_system_prompt'], source: scene.definition.workflow_system_prompt },
    { path: ['sequential_key'], source: draft.sequential_key },
    { path: ['cache_key'], source: draft.cache_key },
  ];
  return written.flatMap(({ path, source }) =>
    typeof source === 'string' && isTemplate(source) ? [{ path, source }] : [],
  );
}

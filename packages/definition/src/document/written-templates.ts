import type { DefinitionBlock, UncheckedNode, WrittenTemplate } from '../blocks/block-types.ts';
import type { Path } from '../problem.ts';
import { isTemplate, mapTemplates } from '../template/map-templates.ts';
import type { PlacedNode } from './check-blocks.ts';
import { definitionPath, type ParsedDefinition } from './parsed-definition.ts';

/** A template of a draft, and whose it is. */
export interface PlacedTemplate extends WrittenTemplate {
  /** The block that it belongs to; null for a setting of the workflow. */
  readonly owner: PlacedNode | null;
  /** Its place within the block, or within the draft. */
  readonly inner: Path;
}

/** All templates of a draft as they are written: of the settings that are rendered, then of the blocks. */
export function writtenTemplates(
  parsed: ParsedDefinition,
  draft: { readonly [member: string]: unknown },
): readonly PlacedTemplate[] {
  return [
    ...settingTemplates(parsed, draft),
    ...parsed.lists.flatMap((list) => list.nodes.flatMap((placed) => blockTemplates(placed))),
  ];
}

function settingTemplates(
  parsed: ParsedDefinition,
  draft: { readonly [member: string]: unknown },
): readonly PlacedTemplate[] {
  const written = [
    { path: [...definitionPath, 'workflow_system_prompt'], source: parsed.definition.workflow_system_prompt },
    { path: ['sequential_key'], source: draft.sequential_key },
    { path: ['cache_key'], source: draft.cache_key },
  ];
  return written.flatMap(({ path, source }) =>
    typeof source === 'string' && isTemplate(source) ? [{ path, source, owner: null, inner: path }] : [],
  );
}

function blockTemplates(owner: PlacedNode): readonly PlacedTemplate[] {
  const { node, path, block } = owner;
  if (!block) return [];
  const written = [...renderedTemplates(block, node), ...(block.templates?.(node) ?? [])];
  return written.map(({ path: inner, source }) => ({ path: [...path, ...inner], source, owner, inner }));
}

/** The templates of a block that are rendered before it begins, with paths from the block. */
export function renderedTemplates(block: DefinitionBlock, node: UncheckedNode): readonly WrittenTemplate[] {
  const found: WrittenTemplate[] = [];
  const { block_type: _type, ...members } = node;
  mapTemplates(block.config, members, (source, { path }) => {
    found.push({ path, source });
    return source;
  });
  return found;
}

import { blockFields, type Problem, Type } from '@runwright/contract';
import { draftShell } from '../document/draft-shell.ts';
import { keysOf, type ParsedDefinition } from '../document/parsed-definition.ts';
import { createPairBudget, type TakePairs } from '../parameters/similar-key.ts';
import type { Path } from '../problem.ts';
import { findUnknownMembers, type UnknownMember } from './unknown-members.ts';

/** Doubts about members: unknown ones, outdated ones, labels that a parameter hides, and lists without blocks. */
export function fieldWarnings(
  draft: { readonly [member: string]: unknown },
  parsed: ParsedDefinition,
): readonly Problem[] {
  const keys = new Set(keysOf(parsed));
  // Shared by all blocks, so that the time does not grow with their number.
  const takePairs = createPairBudget();
  return [
    ...unknownMembers(settings, draft, [], takePairs),
    ...parsed.lists.flatMap((list) =>
      list.nodes.flatMap(({ node, path, block }) => [
        ...(block ? unknownMembers(block.node, node, path, takePairs) : []),
        ...(keys.has(node.label) ? [hiddenLabel(node.label, path)] : []),
      ]),
    ),
    ...emptyLists(parsed),
    ...proxyWarnings(draft.proxy_location),
  ];
}

/** A draft without its blocks. A draft takes any member in `model`, of which one is read. */
const settings = Type.Object({ ...draftShell.properties, model: blockFields.model });

/** Members that the API adds to the parameters and blocks that it answers with; a definition may be sent back as it was read. */
const answerMembers: ReadonlySet<string> = new Set([
  ...['workflow_id', 'workflow_parameter_id', 'created_at', 'modified_at', 'deleted_at', 'output_parameter'],
]);

function unknownMembers(
  schema: unknown,
  value: unknown,
  path: Path,
  takePairs: TakePairs,
): readonly Problem[] {
  return findUnknownMembers(schema, value, { takePairs })
    .filter(({ name, path: inner }) => !answerMembers.has(name) || path.length + inner.length === 1)
    .map((member) => ({
      path: [...path, ...member.path],
      type: 'unknown_field',
      message: unknownMember(member),
    }));
}

function unknownMember({ name, meant }: UnknownMember): string {
  if (name !== 'webhook_url') {
    const hint = meant === null ? '' : ` Did you mean \`${meant}\`?`;
    return `The field \`${name}\` is not known here and has no effect.${hint}`;
  }
  return 'The field `webhook_url` has no effect in a definition; use `webhook_callback_url`, or give it when a run is started.';
}

function hiddenLabel(label: string, path: Path): Problem {
  const message = `Templates see the parameter \`${label}\`, not the block of the same name; its output is still \`${label}_output\`.`;
  return { path: [...path, 'label'], type: 'hidden_label', message };
}

/** A run of a workflow without blocks completes, and has done nothing. */
function emptyLists({ definition, lists }: ParsedDefinition): readonly Problem[] {
  return lists
    .filter(({ filled }) => filled.length === 0)
    .filter(({ top }) => !top || Array.isArray(definition.blocks))
    .map(({ top, path }) => ({
      path,
      type: 'no_blocks',
      message: top
        ? 'The workflow has no blocks, so its runs complete without doing anything. Add a block.'
        : 'The loop has no blocks, so its iterations do nothing. Add a block, or remove the loop.',
    }));
}

function proxyWarnings(location: unknown): readonly Problem[] {
  if (typeof location !== 'string' || !location.startsWith('US-')) return [];
  const message = `\`${location}\` is deprecated and routed as RESIDENTIAL_ISP.`;
  return [{ path: ['proxy_location'], type: 'deprecated_value', message }];
}

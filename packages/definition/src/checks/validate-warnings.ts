import { type Problem, WorkflowDefinition, WorkflowDraft } from '@runwright/contract';
import { definitionPath, keysOf, type ParsedDefinition } from '../document/parsed-definition.ts';
import { misspeltKey } from '../parameters/similar-key.ts';
import type { Path } from '../problem.ts';
import { asRecord, schemaNode } from '../schema/schema-node.ts';

/** Doubts about members: unknown ones, outdated ones, and labels that a parameter hides. */
export function fieldWarnings(
  draft: { readonly [member: string]: unknown },
  parsed: ParsedDefinition,
): readonly Problem[] {
  const keys = new Set(keysOf(parsed));
  return [
    ...unknownMembers(draft, Object.keys(WorkflowDraft.properties), []),
    ...unknownMembers(parsed.definition, Object.keys(WorkflowDefinition.properties), definitionPath),
    ...parsed.lists.flatMap((list) =>
      list.nodes.flatMap(({ node, path, block }) => [
        ...(block ? unknownMembers(node, Object.keys(schemaNode(block.node.properties)), path) : []),
        ...(keys.has(node.label) ? [hiddenLabel(node.label, path)] : []),
      ]),
    ),
    ...proxyWarnings(draft.proxy_location),
  ];
}

function unknownMembers(value: unknown, known: readonly string[], path: Path): readonly Problem[] {
  return Object.keys(asRecord(value) ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [...path, name], type: 'unknown_field', message: unknownMember(name, known) }));
}

function unknownMember(name: string, known: readonly string[]): string {
  if (name !== 'webhook_url') {
    const meant = misspeltKey(name, known);
    const hint = meant === null ? '' : ` Did you mean \`${meant}\`?`;
    return `The field \`${name}\` is not known here and has no effect.${hint}`;
  }
  return 'The field `webhook_url` has no effect in a definition; use `webhook_callback_url`, or give it when a run is started.';
}

function hiddenLabel(label: string, path: Path): Problem {
  const message = `Templates see the parameter \`${label}\`, not the block of the same name; its output is still \`${label}_output\`.`;
  return { path: [...path, 'label'], type: 'hidden_label', message };
}

function proxyWarnings(location: unknown): readonly Problem[] {
  if (typeof location !== 'string' || !location.startsWith('US-')) return [];
  const message = `\`${location}\` is deprecated and routed as RESIDENTIAL_ISP.`;
  return [{ path: ['proxy_location'], type: 'deprecated_value', message }];
}

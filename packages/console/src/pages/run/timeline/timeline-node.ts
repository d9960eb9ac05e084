import type { Artifact, ModelCall, RunStep, WebhookDelivery } from '@runwright/client';
import type { TimelineAction, TimelineBlock, TimelineTakeOver, TimelineThought } from './timeline-data.ts';

/** What a node of the timeline is about. */
export type NodeRecord =
  | { readonly kind: 'block'; readonly block: TimelineBlock }
  | { readonly kind: 'iteration'; readonly index: number; readonly value: string | null }
  | { readonly kind: 'step'; readonly step: RunStep | null }
  | { readonly kind: 'action'; readonly action: TimelineAction & { readonly blockId: string } }
  | { readonly kind: 'thought'; readonly thought: TimelineThought }
  | { readonly kind: 'take-over'; readonly takeOver: TimelineTakeOver }
  | { readonly kind: 'person'; readonly action: TimelineTakeOver['actions'][number] }
  | { readonly kind: 'model-call'; readonly call: ModelCall }
  | { readonly kind: 'artifact'; readonly artifact: Artifact }
  | { readonly kind: 'webhook'; readonly delivery: WebhookDelivery };

/** Node of the timeline's tree. */
export interface TimelineNode {
  readonly id: string;
  readonly record: NodeRecord;
  readonly label: string;
  /** What is said beside the label. */
  readonly detail: string | null;
  readonly status: string | null;
  /** What is not as it should be, although nothing failed. Default: nothing. */
  readonly warning?: string;
  /** ISO time. */
  readonly at: string;
  readonly durationMs: number | null;
  readonly children: readonly TimelineNode[];
}

const underWay: ReadonlySet<string | null> = new Set(['running', 'paused', 'sending']);

/** Tests whether what a node is about goes on. */
export function isUnderWay({ status, durationMs }: Pick<TimelineNode, 'status' | 'durationMs'>): boolean {
  return durationMs === null && underWay.has(status);
}

/** Node on its line of the tree. */
export interface TimelineRow {
  readonly node: TimelineNode;
  /** 1 for the nodes at the top. */
  readonly level: number;
  readonly isOpen: boolean;
}

/** Returns the lines of the nodes that are not within a closed one. */
export function rowsOf(nodes: readonly TimelineNode[], closed: ReadonlySet<string>): readonly TimelineRow[] {
  const rows: TimelineRow[] = [];
  const add = (node: TimelineNode, level: number): void => {
    const isOpen = !closed.has(node.id);
    rows.push({ node, level, isOpen });
    if (isOpen) for (const child of node.children) add(child, level + 1);
  };
  for (const node of nodes) add(node, 1);
  return rows;
}

/** Time that is worth an explanation, in ms. */
const notableMs = 500;

/**
 * Returns the time in ms of a block or step that none of its lines has; null when it is short or not known, and for blocks of
 * blocks, which may execute at once.
 */
export function restOfTime({ record, durationMs, children }: TimelineNode): number | null {
  const isOfAgent = children.some(({ record: { kind } }) => kind === 'step' || kind === 'action');
  if (durationMs === null || !isOfAgent || (record.kind !== 'block' && record.kind !== 'step')) return null;
  if (children.some(({ record: { kind } }) => kind === 'block' || kind === 'iteration')) return null;
  const restMs = children.reduce((rest, child) => rest - (child.durationMs ?? 0), durationMs);
  return restMs < notableMs ? null : restMs;
}

/** Returns a node by its id, and the nodes around it; null when there is none. */
export function findNode(
  nodes: readonly TimelineNode[],
  id: string,
): { readonly node: TimelineNode; readonly parents: readonly string[] } | null {
  for (const node of nodes) {
    if (node.id === id) return { node, parents: [] };
    const found = findNode(node.children, id);
    if (found) return { node: found.node, parents: [node.id, ...found.parents] };
  }
  return null;
}

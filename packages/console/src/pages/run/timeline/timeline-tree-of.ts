import type { Artifact, ModelCall, RunStep, WebhookDelivery } from '@runwright/client';
import { actionStatus } from '../../../lib/action-status.ts';
import { formatCount, inWords } from '../../../lib/format.ts';
import { httpStatusText } from '../../../lib/http-status.ts';
import { errorStatusOf } from '../../../lib/page-errors.ts';
import { artifactName } from '../artifacts/artifact-names.ts';
import { takeOverNode } from './take-over-node.ts';
import type { TimelineAction, TimelineBlock, TimelineData, TimelineThought } from './timeline-data.ts';
import type { TimelineNode } from './timeline-node.ts';

/** What a timeline is drawn from. */
export interface TimelineSources {
  readonly data: TimelineData;
  readonly runSteps: readonly RunStep[];
  readonly modelCalls: readonly ModelCall[];
  /** Artifacts that get a line of their own. */
  readonly artifacts: readonly Artifact[];
  readonly deliveries: readonly WebhookDelivery[];
}

/** A node while the tree is built. */
export type Draft = Omit<TimelineNode, 'children' | 'durationMs'> & {
  durationMs: number | null;
  children: Draft[];
};

/** Builds the tree: blocks with their iterations, steps, actions, thoughts, model calls and artifacts, each list by time. */
export function timelineTreeOf({
  data,
  runSteps,
  modelCalls,
  artifacts,
  deliveries,
}: TimelineSources): readonly TimelineNode[] {
  const roots: Draft[] = [];
  const blocks = new Map([...data.blocks].map(([id, block]) => [id, blockNode(block)]));
  const steps = new Map<string, Draft>();
  const iterations = new Map<string, Draft>();

  for (const [id, block] of data.blocks) {
    const node = blocks.get(id);
    if (node) placeOfBlock(block).push(node);
  }
  for (const step of runSteps) {
    const node = stepNode(step.step_id, step.created_at, step.step_order, step);
    steps.set(step.step_id, node);
    (blocks.get(step.workflow_run_block_id ?? '')?.children ?? roots).push(node);
  }
  for (const action of data.actions.values())
    placeIn(action.blockId, action.step_id, action).push(
      actionNode(action, data.blocks.get(action.blockId) ?? null),
    );
  for (const thought of data.thoughts.values())
    (blocks.get(thought.workflow_run_block_id ?? '')?.children ?? roots).push(thoughtNode(thought));
  for (const takeOver of data.takeOvers.values())
    (blocks.get(takeOver.workflow_run_block_id ?? '')?.children ?? roots).push(takeOverNode(takeOver));
  for (const call of modelCalls)
    placeIn(call.workflow_run_block_id, call.step_id, call).push(modelCallNode(call));
  for (const artifact of artifacts)
    placeIn(artifact.workflow_run_block_id, artifact.step_id, artifact).push(artifactNode(artifact));
  for (const delivery of deliveries) roots.push(deliveryNode(delivery));
  for (const root of roots) spanChildren(root);
  return byTime(roots);

  function placeOfBlock(block: TimelineBlock): Draft[] {
    const parent = blocks.get(block.parent_workflow_run_block_id ?? '');
    if (!parent) return roots;
    if (block.current_index === null) return parent.children;
    const id = `${parent.id}#${block.current_index}`;
    const known = iterations.get(id);
    if (known) return known.children;
    const iteration: Draft = {
      id,
      record: { kind: 'iteration', index: block.current_index, value: block.current_value },
      label: `Iteration ${block.current_index + 1}`,
      detail: block.current_value,
      status: null,
      at: block.created_at,
      durationMs: null,
      children: [],
    };
    iterations.set(id, iteration);
    parent.children.push(iteration);
    return iteration.children;
  }

  function placeIn(
    blockId: string | null,
    stepId: string | null,
    { created_at: at, step_order: order }: { created_at: string; step_order?: number | null },
  ): Draft[] {
    const around = blocks.get(blockId ?? '')?.children ?? roots;
    if (stepId === null) return around;
    const known = steps.get(stepId);
    if (known) return known.children;
    // The steps are read less often than events arrive.
    const step = stepNode(stepId, at, order ?? null, null);
    steps.set(stepId, step);
    around.push(step);
    return step.children;
  }
}

/** A conditional itself is over when it has chosen: its line counts the blocks of its branch too. */
function spanChildren(node: Draft): void {
  for (const child of node.children) spanChildren(child);
  const { record, durationMs } = node;
  if (record.kind !== 'block' || durationMs === null) return;
  const begin = Date.parse(node.at);
  const ends = node.children.flatMap(({ record: { kind }, at, durationMs: ms }) =>
    ms === null || (kind !== 'block' && kind !== 'iteration') ? [] : [Date.parse(at) + ms - begin],
  );
  node.durationMs = Math.max(durationMs, ...ends);
}

function stepNode(id: string, at: string, order: number | null, step: RunStep | null): Draft {
  const tokens = step?.input_token_count ?? null;
  return {
    id,
    record: { kind: 'step', step },
    label: order === null ? 'Step' : `Step ${order}`,
    detail:
      step === null || tokens === null ? null : formatCount(tokens + (step.output_token_count ?? 0), 'token'),
    status: step?.status === 'completed' ? null : (step?.status ?? null),
    at,
    durationMs: step?.finished_at ? Date.parse(step.finished_at) - Date.parse(step.created_at) : null,
    children: [],
  };
}

function blockNode(block: TimelineBlock): Draft {
  return {
    id: block.workflow_run_block_id,
    record: { kind: 'block', block },
    label: block.label,
    detail: [inWords(block.block_type), waitOf(block)].filter(Boolean).join(' · '),
    status: block.status,
    at: block.created_at,
    durationMs: block.duration === null ? null : block.duration * 1000,
    children: [],
  };
}

function waitOf({ waits_until: until }: TimelineBlock): string | null {
  return until === null ? null : `until ${new Date(until).toLocaleTimeString()}`;
}

function actionNode(
  action: TimelineAction & { readonly blockId: string },
  block: TimelineBlock | null,
): Draft {
  const ms = Object(action.output).ms;
  const status = errorStatusOf(action);
  return {
    id: action.action_id,
    record: { kind: 'action', action },
    label: inWords(action.action_type ?? 'action'),
    detail: targetName(action.output) ?? action.response ?? action.text ?? action.option ?? action.reasoning,
    status: action.status === 'completed' ? null : actionStatus(action, block),
    at: action.created_at,
    durationMs: typeof ms === 'number' ? ms : null,
    ...(status === null ? {} : { warning: httpStatusText(status) }),
    children: [],
  };
}

function thoughtNode(thought: TimelineThought): Draft {
  return {
    id: thought.thought_id,
    record: { kind: 'thought', thought },
    label: inWords(thought.thought_type),
    detail: thought.thought ?? thought.answer ?? thought.observation,
    status: null,
    at: thought.created_at,
    durationMs: null,
    children: [],
  };
}

function modelCallNode(call: ModelCall): Draft {
  return {
    id: call.model_call_id,
    record: { kind: 'model-call', call },
    label: `Model: ${inWords(call.purpose).toLowerCase()}`,
    detail: call.model,
    status: call.status === 'failed' ? 'failed' : null,
    at: call.created_at,
    durationMs: call.duration * 1000,
    children: [],
  };
}

function artifactNode(artifact: Artifact): Draft {
  return {
    id: artifact.artifact_id,
    record: { kind: 'artifact', artifact },
    label: artifactName(artifact),
    detail: null,
    status: null,
    at: artifact.created_at,
    durationMs: null,
    children: [],
  };
}

function deliveryNode(delivery: WebhookDelivery): Draft {
  return {
    id: delivery.delivery_id,
    record: { kind: 'webhook', delivery },
    label: 'Webhook',
    detail: delivery.error ?? delivery.webhook_url,
    status: delivery.status,
    at: delivery.created_at,
    durationMs: delivery.latency_ms,
    children: [],
  };
}

/** The sort is stable: what began at the same time stays in its order. */
function byTime(nodes: Draft[]): readonly TimelineNode[] {
  nodes.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  for (const node of nodes) byTime(node.children);
  return nodes;
}

function targetName(output: unknown): string | null {
  const { name, kind } = Object(Object(output).target) as {
    readonly name?: unknown;
    readonly kind?: unknown;
  };
  if (typeof name !== 'string' || name === '') return null;
  return typeof kind === 'string' ? `${kind} “${name}”` : name;
}

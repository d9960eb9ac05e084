import {
  type AcceptedDraft,
  type BlockNode,
  defaults,
  type Problem,
  type TaskRequest,
} from '@runwright/contract';
import { literal, withValue } from './literal-template.ts';

/** The one-block workflow that a task run owns. What the caller wrote is data: nothing of it is a template. */
export function taskDraft(request: TaskRequest): AcceptedDraft {
  const engine = request.engine ?? defaults.task.engine;
  const block: BlockNode = {
    block_type: 'task',
    label: 'task',
    title: literal(request.title ?? ''),
    engine,
    navigation_goal: literal(request.prompt),
    max_steps_per_run: request.max_steps ?? defaults.task.steps[engine],
    include_action_history_in_verification: request.include_action_history_in_verification ?? false,
    // A published task becomes a workflow of its parts, so everything that is done belongs to one.
    ...(request.publish_workflow === true ? { plan_first: true } : {}),
    ...withValue('url', request.url, literal),
    ...withValue('data_schema', request.data_extraction_schema, literalText),
    ...withValue('error_code_mapping', request.error_code_mapping, literalMap),
    ...withValue('totp_identifier', request.totp_identifier, literal),
    ...withValue('totp_verification_url', request.totp_url, literal),
    ...withValue('model', request.model, (model) => model),
  };
  const draft: AcceptedDraft = {
    title: request.title ?? 'Task',
    workflow_definition: { version: 1, parameters: [], blocks: [block], strict_templates: false },
    persist_browser_session: false,
    is_saved_task: false,
    ai_fallback: false,
    run_sequentially: false,
    status: request.publish_workflow === true ? 'published' : 'auto_generated',
  };
  return draft;
}

/** Problems of the one-block workflow, at the members of the request that they come from. */
export function taskProblems(
  problems: readonly Problem[],
  members: Readonly<Record<string, string>> = requestMembers,
): readonly Problem[] {
  return problems.map((problem) => {
    const [definition, blocks, _index, member, ...rest] = problem.path;
    if (definition !== 'workflow_definition' || blocks !== 'blocks' || member === undefined) return problem;
    return { ...problem, path: [members[member] ?? member, ...rest] };
  });
}

const requestMembers: Readonly<Record<string, string>> = {
  navigation_goal: 'prompt',
  data_schema: 'data_extraction_schema',
  max_steps_per_run: 'max_steps',
  totp_verification_url: 'totp_url',
};

function literalText(value: unknown): unknown {
  return typeof value === 'string' ? literal(value) : value;
}

function literalMap(map: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).map(([code, meaning]) => [literal(code), literal(meaning)]));
}

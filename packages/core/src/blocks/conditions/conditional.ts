import {
  type Json,
  type JsonObject,
  type Problem,
  RunwrightError,
  Type,
  template,
} from '@runwright/contract';
import {
  asRecord,
  criteriaType,
  isTemplate,
  isTruthy,
  renderPrompt,
  renderText,
  renderValue,
  templateFailedError,
  valueError,
  type WrittenTemplate,
} from '@runwright/definition';
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { type BranchEvent, branchMachine } from '../../machines/branch.ts';
import { type Judgement, judgeCriteria } from '../../model/judge-criteria.ts';
import type { Choice, ChoiceBlock, ChoiceContext } from '../../registry/block-kinds.ts';
import { BranchCondition } from './branch-condition.ts';
import { noteUndefined } from './note-undefined.ts';

const config = Type.Object(
  { branch_conditions: Type.Array(BranchCondition, template('none')) },
  {
    description:
      'Selects the next block: that of the first branch whose condition is true, or of the default branch.',
  },
);

const text = Type.Union([Type.String(), Type.Null()]);

const output = Type.Object({
  branch_taken: text,
  branch_index: Type.Integer(),
  branch_id: Type.String(),
  branch_description: text,
  criteria_type: text,
  criteria_expression: text,
  next_block_label: text,
  evaluations: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  llm_response: Type.Unknown(),
  llm_prompt: text,
});

/** `conditional`: evaluates branches in order and returns the label of the next block. */
export const conditional: ChoiceBlock = {
  type: 'conditional',
  onWorkerLost: 'repeat',
  config,
  output,
  choose: ({ branch_conditions }: { readonly branch_conditions: readonly BranchCondition[] }, context) =>
    choose(withIds(branch_conditions), context),
  check,
  templates,
  complete: (node) => ({
    ...node,
    branch_conditions: withIds(node.branch_conditions as readonly BranchCondition[]),
  }),
};

type Branch = BranchCondition & { readonly id: string };

/** The result of one branch. */
interface Evaluation {
  readonly rendered: string | null;
  readonly result: boolean | null;
}

/** Bytes of a text that is recorded for people who look for mistakes. */
const maximumRecorded = 64 * 1024;

async function choose(branches: readonly Branch[], context: ChoiceContext): Promise<Choice> {
  const kinds = branches.map(kindOf);
  const evaluations = new Map<number, Evaluation>();
  const unreadable = new Map<number, unknown>();
  let judgement: Judgement | null = null;
  let snapshot: SnapshotFrom<typeof branchMachine> = initialTransition(branchMachine, { kinds })[0];
  while (snapshot.status === 'active') {
    assertReadable(snapshot.context.index ?? 0);
    const event = await nextEvent(snapshot.context.index ?? 0);
    [snapshot] = transition(branchMachine, snapshot, event);
  }
  const { index } = snapshot.context;
  assertReadable(index === null || kinds[index] === 'default' ? branches.length : index);
  const branch = index === null ? undefined : branches[index];
  const records = recordsOf(branches, evaluations, index);
  if (index === null || !branch) throw noMatch(context.label, branches.length, records);
  return choiceOf(branch, index, { records, judgement });

  async function nextEvent(at: number): Promise<BranchEvent> {
    if (snapshot.value === 'evaluating') {
      const result = evaluate(at);
      noteUndefinedAt(at);
      return { type: 'decide', result };
    }
    const listed = prompts();
    assertReadable(at + 1);
    for (const { branch } of listed) noteUndefinedAt(branch);
    judgement = await judgeCriteria(context.model('criteria'), listed, context.signal);
    for (const [branch, result] of Object.entries(judgement.results)) {
      const { rendered = null } = evaluations.get(Number(branch)) ?? {};
      evaluations.set(Number(branch), { rendered, result });
    }
    return { type: 'answer', results: judgement.results };
  }

  function evaluate(at: number): boolean {
    return rendering(at, (source) => {
      const result = isTruthy(renderValue(source, context.scope, context));
      evaluations.set(at, { rendered: renderText(source, context.scope, context), result });
      return result;
    });
  }

  /** All conditions in words, rendered: they go into one call. One that cannot be rendered matters when it is reached. */
  function prompts() {
    return branches.flatMap((_branch, at) => {
      if (kinds[at] !== 'prompt') return [];
      try {
        const rendered = rendering(at, (source) => renderPrompt(source, context.scope, context));
        evaluations.set(at, { rendered, result: null });
        return [{ branch: at, text: rendered }];
      } catch (error) {
        unreadable.set(at, error);
        return [];
      }
    });
  }

  function assertReadable(before: number): void {
    for (const [at, error] of unreadable) if (at < before) throw error;
  }

  function noteUndefinedAt(at: number): void {
    noteUndefined(expressionAt(at), ['branch_conditions', at, 'criteria', 'expression'], context);
  }

  function expressionAt(at: number): string {
    return branches[at]?.criteria?.expression ?? '';
  }

  function rendering<T>(at: number, render: (source: string) => T): T {
    const source = expressionAt(at);
    try {
      return render(source);
    } catch (error) {
      const place = `branch_conditions[${at}].criteria.expression`;
      throw templateFailedError({ label: context.label, place, source, scope: context.scope }, error);
    }
  }
}

function kindOf(branch: Branch): 'template' | 'prompt' | 'default' {
  if (branch.is_default || !branch.criteria) return 'default';
  return criteriaType(branch.criteria) === 'prompt' ? 'prompt' : 'template';
}

function choiceOf(
  branch: Branch,
  index: number,
  found: { readonly records: readonly JsonObject[]; readonly judgement: Judgement | null },
): Choice {
  const nextLabel = branch.next_block_label ?? null;
  const criteria = branch.is_default ? null : (branch.criteria ?? null);
  const expression = criteria?.expression ?? null;
  return {
    nextLabel,
    choice: { branchId: branch.id, expression, result: criteria ? true : null, nextLabel },
    output: {
      branch_taken: nextLabel,
      branch_index: index,
      branch_id: branch.id,
      branch_description: branch.description ?? null,
      criteria_type: criteria ? criteriaType(criteria) : null,
      criteria_expression: expression,
      next_block_label: nextLabel,
      evaluations: found.records,
      llm_response: (found.judgement?.answer ?? null) as Json,
      llm_prompt: recorded(found.judgement?.prompt),
    },
  };
}

function recordsOf(
  branches: readonly Branch[],
  evaluations: ReadonlyMap<number, Evaluation>,
  matched: number | null,
): readonly JsonObject[] {
  return branches.flatMap((branch, index) => {
    const found = evaluations.get(index);
    if (!found && index !== matched) return [];
    const criteria = branch.is_default ? null : (branch.criteria ?? null);
    return [
      {
        branch_id: branch.id,
        branch_index: index,
        criteria_type: criteria ? criteriaType(criteria) : null,
        original_expression: criteria?.expression ?? null,
        rendered_expression: recorded(found?.rendered),
        result: found?.result ?? null,
        is_matched: index === matched,
        is_default: branch.is_default,
        next_block_label: branch.next_block_label ?? null,
        error: null,
      },
    ];
  });
}

function recorded(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const bytes = new TextEncoder().encode(text);
  if (bytes.byteLength <= maximumRecorded) return text;
  // A letter of which only a part fits is left out.
  return new TextDecoder().decode(bytes.subarray(0, maximumRecorded), { stream: true });
}

function noMatch(label: string, count: number, evaluations: readonly JsonObject[]): RunwrightError {
  const message = `None of the ${count} branches of block \`${label}\` holds, and it has no default; add one with \`is_default: true\`.`;
  return new RunwrightError('block_failed', message, {
    details: {
      failure_category: 'definition',
      errors: [
        { error_code: 'no_branch_matched', reasoning: message, confidence_float: null, block_label: label },
      ],
      output: { evaluations },
    },
  });
}

/** Branches with an id each: the given one, else `branch_` and the number of the branch. */
function withIds(branches: readonly BranchCondition[]): readonly Branch[] {
  return branches.map((branch, index) => ({ ...branch, id: branch.id || `branch_${index + 1}` }));
}

function check(node: { readonly [member: string]: unknown }): readonly Problem[] {
  const path = ['branch_conditions'];
  const branches: readonly unknown[] = Array.isArray(node.branch_conditions) ? node.branch_conditions : [];
  if (branches.length === 0) return [valueError(path, 'a conditional needs at least one branch')];
  const defaults = branches.flatMap((branch, index) =>
    asRecord(branch)?.is_default === true ? [index] : [],
  );
  return [
    ...defaults
      .slice(1)
      .map((index) =>
        valueError(
          [...path, index, 'is_default'],
          `branch ${defaults[0]} is the default already; there can be one only`,
        ),
      ),
    ...branches.flatMap((branch, index) =>
      branchProblems(asRecord(branch) ?? {}).map((problem) => ({
        ...problem,
        path: [...path, index, ...problem.path],
      })),
    ),
  ];
}

function branchProblems(branch: { readonly [member: string]: unknown }): readonly Problem[] {
  const criteria = asRecord(branch.criteria);
  const expression = criteria?.expression;
  if (branch.is_default === true) {
    return branch.criteria
      ? [valueError(['criteria'], 'the default branch has criteria; take them or `is_default` out')]
      : [];
  }
  if (typeof expression !== 'string')
    return [valueError([], 'the branch needs criteria, or `is_default: true`')];
  // A template may be blank: it prints nothing, which is false.
  if (expression.trim() !== '' || criteria?.criteria_type === 'jinja2_template') return [];
  return [
    valueError(
      ['criteria', 'expression'],
      'the expression is empty; write a template or a condition in words',
    ),
  ];
}

function templates(node: { readonly [member: string]: unknown }): readonly WrittenTemplate[] {
  const branches: readonly unknown[] = Array.isArray(node.branch_conditions) ? node.branch_conditions : [];
  return branches.flatMap((branch, index) => {
    const source = asRecord(asRecord(branch)?.criteria)?.expression;
    const path = ['branch_conditions', index, 'criteria', 'expression'];
    return typeof source === 'string' && isTemplate(source) ? [{ path, source }] : [];
  });
}

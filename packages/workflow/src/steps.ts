import type { BlockDraft } from '@runwright/contract';

/** A block, or what holds blocks, in the order in which they are written. */
export type Step =
  | { readonly kind: 'block'; readonly label: string; readonly node: BlockDraft }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly criteria: {
        readonly criteria_type: 'jinja2_template' | 'prompt';
        readonly expression: string;
      };
      readonly yes: readonly Step[];
      readonly no: readonly Step[];
    }
  | {
      readonly kind: 'loop';
      readonly label: string;
      readonly node: BlockDraft;
      readonly body: readonly Step[];
    };

/** Returns the blocks of a list of steps. Only a list with a choice has explicit edges. */
export function blocksOf(steps: readonly Step[]): readonly BlockDraft[] {
  return listOf(steps, { explicit: steps.some(({ kind }) => kind === 'choice'), after: null });
}

interface Place {
  readonly explicit: boolean;
  /** Label of the block that follows the list; null: the run ends. */
  readonly after: string | null;
}

function listOf(steps: readonly Step[], { explicit, after }: Place): readonly BlockDraft[] {
  return steps.flatMap((step, index) => {
    const next = steps[index + 1]?.label ?? after;
    const edge = explicit && next !== null ? { next_block_label: next } : {};
    if (step.kind === 'block') return [{ ...step.node, ...edge }];
    if (step.kind === 'loop') return [{ ...step.node, loop_blocks: blocksOf(step.body), ...edge }];
    const place = { explicit: true, after: next };
    return [choiceBlock(step, next), ...listOf(step.yes, place), ...listOf(step.no, place)];
  });
}

function choiceBlock(step: Extract<Step, { readonly kind: 'choice' }>, next: string | null): BlockDraft {
  return {
    block_type: 'conditional',
    label: step.label,
    branch_conditions: [
      { criteria: step.criteria, next_block_label: step.yes[0]?.label ?? next },
      { is_default: true, next_block_label: step.no[0]?.label ?? next },
    ],
  };
}

import { assign, setup } from 'xstate';

/** The way in which a branch is decided: by its template, by the model's answer to its prompt, or as the default. */
export type BranchKind = 'template' | 'prompt' | 'default';

/** Input of a branch machine. */
export interface BranchInput {
  /** One entry for each branch, in list order. */
  readonly kinds: readonly BranchKind[];
}

/** An event while branches are evaluated. */
export type BranchEvent =
  /** The template of the branch at hand came to a value. */
  | { readonly type: 'decide'; readonly result: boolean }
  /** The model answered all prompt criteria at once; by branch index. */
  | { readonly type: 'answer'; readonly results: Readonly<Record<number, boolean>> };

/** State of the decision. */
export interface BranchContext extends BranchInput {
  /** Branch at hand; the matched one at the end, null when none matched. */
  readonly index: number | null;
  /** The model's answers; null before it was asked. */
  readonly answers: Readonly<Record<number, boolean>> | null;
}

/**
 * The decision of a conditional: branches are tried in list order, the first true one wins, and the default is taken when
 * none did, wherever it stands. A branch that cannot be decided throws outside of the machine. The model is asked once for all prompt criteria, when the first of them is reached.
 */
export const branchMachine = setup({
  types: { input: {} as BranchInput, context: {} as BranchContext, events: {} as BranchEvent },
  guards: {
    isOver: ({ context }) => context.index === null || context.index >= context.kinds.length,
    isDefault: ({ context }) => kindAt(context) === 'default',
    isTemplate: ({ context }) => kindAt(context) === 'template',
    isUnasked: ({ context }) => context.answers === null,
    isTrue: ({ context }) => context.index !== null && context.answers?.[context.index] === true,
    isDecided: ({ event }) => event.type === 'decide' && event.result,
    hasDefault: ({ context }) => context.kinds.includes('default'),
  },
  actions: {
    next: assign({ index: ({ context }) => (context.index ?? 0) + 1 }),
    keepAnswers: assign({ answers: ({ event }) => (event.type === 'answer' ? event.results : null) }),
    takeDefault: assign({ index: ({ context }) => context.kinds.indexOf('default') }),
    takeNone: assign({ index: null }),
  },
}).createMachine({
  id: 'branch',
  context: ({ input }) => ({ ...input, index: 0, answers: null }),
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        { guard: 'isOver', target: 'unmatched' },
        { guard: 'isDefault', target: 'choosing', actions: 'next', reenter: true },
        { guard: 'isTemplate', target: 'evaluating' },
        { guard: 'isUnasked', target: 'asking' },
        { guard: 'isTrue', target: 'matched' },
        { target: 'choosing', actions: 'next', reenter: true },
      ],
    },
    evaluating: {
      on: {
        decide: [
          { guard: 'isDecided', target: 'matched' },
          { target: 'choosing', actions: 'next' },
        ],
      },
    },
    asking: { on: { answer: { target: 'choosing', actions: 'keepAnswers' } } },
    unmatched: {
      always: [
        { guard: 'hasDefault', target: 'matched', actions: 'takeDefault' },
        { target: 'none', actions: 'takeNone' },
      ],
    },
    matched: { type: 'final' },
    none: { type: 'final' },
  },
});

function kindAt({ kinds, index }: BranchContext): BranchKind | undefined {
  return index === null ? undefined : kinds[index];
}

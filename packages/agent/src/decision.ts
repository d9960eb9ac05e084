import { type Static, Type } from '@runwright/contract';
import { AgentAction, ToldAction, ToldDividingAction } from './agent-actions.ts';

const strict = { additionalProperties: false } as const;

/** Most actions of one step. */
const mostActions = 12;

function decisionSchema<const Action extends Type.TSchema>(action: Action) {
  return Type.Object(
    {
      check: Type.String(),
      memory: Type.String(),
      plan: Type.Array(
        Type.Object(
          {
            subgoal: Type.String(),
            state: Type.Enum(['open', 'done', 'dropped'], { type: 'string' }),
          },
          strict,
        ),
      ),
      actions: Type.Array(action, { minItems: 1, maxItems: mostActions }),
    },
    strict,
  );
}

/** Model's answer in one step. */
export const Decision = decisionSchema(AgentAction);
export type Decision = Static<typeof Decision>;

/** Short form of {@link Decision} for the prompt; see {@link ToldAction}. */
export const ToldDecision = decisionSchema(ToldAction);

/** {@link ToldDecision} for a task whose goal may be divided into subtasks. */
export const ToldDividingDecision = decisionSchema(ToldDividingAction);

import { type Static, Type } from '@runwright/contract';
import { giveUpCategories } from '../agent-actions.ts';

const strict = { additionalProperties: false } as const;
const text = { type: 'string' } as const;
const orNull = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Entry of the checklist. */
export const Subgoal = Type.Object(
  {
    id: Type.String({ description: 'Stays the same over all turns.' }),
    text: Type.String(),
    state: Type.Enum(['open', 'done', 'dropped'], text),
    evidence: orNull(Type.String({ description: 'Words that show it, quoted; needed for `done`.' })),
  },
  strict,
);
export type Subgoal = Static<typeof Subgoal>;

/** Part of the task that is executed next. */
export const PlannedPart = Type.Object(
  {
    kind: Type.Enum(['act', 'extract', 'loop'], text),
    goal: Type.String({ description: 'What to do, with every value that it needs.' }),
    criterion: orNull(
      Type.String({ description: 'When the part is done; null: it is plain from the goal.' }),
    ),
    name: orNull(Type.String({ description: 'Name of the data of `extract` and of a loop that extracts.' })),
    items: orNull(Type.String({ description: 'For `loop`: which items of this page, in words.' })),
    each: orNull(
      Type.Enum(['act', 'extract'], { ...text, description: 'For `loop`: what is done with each.' }),
    ),
  },
  strict,
);
export type PlannedPart = Static<typeof PlannedPart>;

/** Planner's answer in one round. */
export const Plan = Type.Object(
  {
    observation: Type.String(),
    thought: Type.String(),
    subgoals: Type.Array(Subgoal),
    satisfied: Type.Boolean({ description: 'True when the whole goal is reached.' }),
    summary: orNull(Type.String({ description: 'With `satisfied`: what was done, for the person.' })),
    impossible: orNull(
      Type.Object(
        {
          reason: Type.String(),
          quote: Type.String({ description: 'Words of the page or of data that show it.' }),
          category: Type.Enum(giveUpCategories, text),
        },
        strict,
      ),
    ),
    next: orNull(PlannedPart),
  },
  strict,
);
export type Plan = Static<typeof Plan>;

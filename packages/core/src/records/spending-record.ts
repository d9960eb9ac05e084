import { Type } from '@runwright/contract';
import type { RunsUse, Spending } from '../api/spending.ts';
import { text, textOrNull } from './field-schemas.ts';

const count = Type.Integer();
const use = {
  run_count: count,
  tokens: Type.Integer({ description: 'Of prompts and answers together.' }),
  cost: Type.Number({ description: 'US dollars of the runs whose cost is known.' }),
  unpriced_run_count: Type.Integer({ description: 'Runs that called a model whose price is not known.' }),
};
const capOrNull = Type.Union([Type.Number(), Type.Null()]);
const day = Type.String({ format: 'date', description: 'In UTC.' });

/** What runs have spent on models, as the HTTP API responds with it. */
export const SpendingRecord = Type.Object(
  {
    days: Type.Array(Type.Object({ day, ...use }, { title: 'DaySpending' }), {
      description: 'A row for each day, the earliest first.',
    }),
    workflows: Type.Array(
      Type.Object(
        { workflow_permanent_id: textOrNull, workflow_title: textOrNull, ...use },
        { title: 'WorkflowSpending' },
      ),
      { description: 'The 100 that cost most; `workflow_permanent_id` is null for all tasks together.' },
    ),
    caps: Type.Object(
      { run_cost: capOrNull, run_tokens: capOrNull, day_cost: capOrNull, day_tokens: capOrNull },
      {
        title: 'SpendingCaps',
        description: 'Limits of the service for a run, and for all runs of a day; null: none.',
      },
    ),
    today: Type.Union([Type.Object({ day: text, tokens: count, cost: Type.Number() }), Type.Null()], {
      description: 'What counts against the limits of the current day; null without such limits.',
    }),
    is_complete: Type.Boolean({ description: 'False when the oldest of very many runs are left out.' }),
  },
  { title: 'Spending' },
);
export type SpendingRecord = Type.Static<typeof SpendingRecord>;

/** Converts what runs have spent to its record. */
export function toSpendingRecord({ days, workflows, caps, today, isComplete }: Spending): SpendingRecord {
  return {
    days: days.map((row) => ({ day: row.day, ...useOf(row) })),
    workflows: workflows.map((row) => ({
      workflow_permanent_id: row.workflowPermanentId,
      workflow_title: row.title,
      ...useOf(row),
    })),
    caps: {
      run_cost: caps.runCost,
      run_tokens: caps.runTokens,
      day_cost: caps.dayCost,
      day_tokens: caps.dayTokens,
    },
    today: today && { ...today },
    is_complete: isComplete,
  };
}

function useOf({ runs, tokens, cost, unpricedRuns }: RunsUse) {
  return { run_count: runs, tokens, cost, unpriced_run_count: unpricedRuns };
}

import { Type } from 'typebox';

/** Most that the model calls of a run may cost. An extension of the API. */
export const MaxCost = Type.Number({
  exclusiveMinimum: 0,
  description:
    'US dollars that the model calls of a run may cost; the call that could pass it is not sent, and the run fails with `REACH_MAX_COST`. The smallest limit of the request, the workflow and the host applies. Default: the limit of the host.',
});

/** Most tokens that the model calls of a run may use. An extension of the API. */
export const MaxTokens = Type.Integer({
  minimum: 1,
  description: 'Tokens that the model calls of a run may use, prompts and answers together; see `max_cost`.',
});

import { Type } from '@runwright/contract';
import { RunRecord } from '@runwright/core/records';

/** What an answer says about the request, beside the members of its record. */
export const RequestWarnings = Type.Object(
  {
    warnings: Type.Optional(
      Type.Array(RunRecord.properties.warnings.items, {
        description: 'What the request gives and the route does not use; absent when there is none.',
      }),
    ),
  },
  { title: 'RequestWarnings' },
);

import { Type, template } from '@runwright/contract';

/** The blocks of a loop's body; they are checked and rendered on their own. */
export const loopBlocks = Type.Array(Type.Object({}, { additionalProperties: true }), {
  description: 'The blocks that each iteration executes.',
  ...template('none'),
});

/** Output of a loop: one list for each iteration, with one entry for each block that was executed in it. */
export const loopOutputSchema = Type.Array(
  Type.Array(
    Type.Object({
      loop_value: Type.Optional(
        Type.Unknown({ description: 'Item of the iteration; not in a `while_loop`.' }),
      ),
      output_parameter: Type.Object({ parameter_type: Type.Literal('output'), key: Type.String() }),
      output_value: Type.Unknown(),
    }),
  ),
);

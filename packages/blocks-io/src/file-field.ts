import { Type, template } from '@runwright/contract';

/** A member that names a file; a whole block output keeps its shape when it is the field's only expression. */
export function fileField(description: string) {
  return Type.Unknown({
    description: `${description} A URL, an artifact URI, a file of this run, \`downloads\`, or a block's output.`,
    ...template('native'),
  });
}

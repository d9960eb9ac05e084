import type { ParsedDefinition } from '../document/parsed-definition.ts';

/** Says what an undefined value in a template of this definition does, to go on a sentence after "so". */
export function undefinedEffect({ definition }: ParsedDefinition): string {
  return definition.strict_templates === true
    ? 'the block fails when it is reached (`strict_templates` is on)'
    : 'it prints nothing (with `strict_templates: true` the block fails)';
}

import type { Problem } from '@runwright/contract';
import type { PlacedNode } from '../document/check-blocks.ts';
import type { ParsedDefinition } from '../document/parsed-definition.ts';
import { valueError } from '../problem.ts';
import { linearPattern } from '../schema/linear-pattern.ts';
import { patternsOf } from '../schema/schema-patterns.ts';
import { isTemplate } from '../template/map-templates.ts';
import { placeText } from './place-text.ts';

/** Members of blocks that hold a JSON Schema, as an object or as JSON text. */
const schemaMembers = ['data_schema', 'json_schema'] as const;

/** Regular expressions in the schemas of blocks that cannot be used; those with templates in them are not known yet. */
export function patternProblems(parsed: ParsedDefinition): readonly Problem[] {
  return parsed.lists.flatMap((list) => list.nodes.flatMap(problemsOf));
}

function problemsOf({ node, path, block }: PlacedNode): readonly Problem[] {
  if (!block) return [];
  return schemaMembers.flatMap((member) => {
    const given = node[member];
    return patternsOf(typeof given === 'string' ? parsed(given) : given).flatMap((pattern) => {
      const fault = isTemplate(pattern.source) ? null : faultOf(pattern.source);
      if (fault === null) return [];
      if (typeof given !== 'string') return [valueError([...path, member, ...pattern.path], fault)];
      return [valueError([...path, member], `${fault}; it stands at \`${placeText(pattern.path)}\``)];
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultOf(source: string): string | null {
  try {
    linearPattern(source);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

import { CreditCardInput, PasswordInput, type Problem, SecretInput } from '@runwright/contract';
import type { ParsedDefinition } from '../document/parsed-definition.ts';
import type { PlacedTemplate } from '../document/written-templates.ts';
import { misspeltKey } from '../parameters/similar-key.ts';
import { asRecord } from '../schema/schema-node.ts';
import { referencesIn } from '../template/template.ts';
import { undefinedEffect } from './undefined-effect.ts';

/**
 * Warns of members in templates that no credential has, such as `login.pasword`, and names the nearest known one. Which type
 * the credential has is known in a run only, so the members of all types count as known. What stands under `default()` or
 * an `is defined` guard is not judged.
 */
export function credentialMemberWarnings(
  templates: readonly PlacedTemplate[],
  parsed: ParsedDefinition,
): readonly Problem[] {
  const keys = credentialKeys(parsed);
  if (keys.size === 0) return [];
  const effect = undefinedEffect(parsed);
  return templates.flatMap((template) => {
    const unknown = referencesIn(template.source).flatMap(({ name, path: [member], guarded }) =>
      !guarded && keys.has(name) && typeof member === 'string' && !readable.has(member)
        ? [unknownMember(name, member, effect)]
        : [],
    );
    return [...new Set(unknown)].map((message) => ({
      path: template.path,
      type: 'unknown_credential_member',
      message,
    }));
  });
}

/** Parameters whose value is a credential of the engine's own store. */
function credentialKeys(parsed: ParsedDefinition): ReadonlySet<string> {
  const given: readonly unknown[] = Array.isArray(parsed.definition.parameters)
    ? parsed.definition.parameters
    : [];
  const keys = given.map(asRecord).flatMap((parameter) => {
    if (typeof parameter?.key !== 'string') return [];
    const { parameter_type: type, workflow_parameter_type: valueType } = parameter;
    const isCredential = type === 'credential' || (type === 'workflow' && valueType === 'credential_id');
    return isCredential ? [parameter.key] : [];
  });
  return new Set(keys);
}

const members: readonly string[] = [
  ...new Set([PasswordInput, CreditCardInput, SecretInput].flatMap((shape) => Object.keys(shape.properties))),
];
/** The members of credentials, and the methods that every object has in a template. */
const readable: ReadonlySet<string> = new Set([...members, 'items', 'keys', 'values', 'get']);

function unknownMember(name: string, member: string, effect: string): string {
  const near = misspeltKey(member, members);
  const remedy =
    near === null
      ? `Use one of \`${members.join('`, `')}\`.`
      : `Did you mean \`${name}.${near}\`? The members are \`${members.join('`, `')}\`.`;
  return `No credential has the member \`${member}\`, so ${effect}. ${remedy}`;
}

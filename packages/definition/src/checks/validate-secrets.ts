import { type Problem, parameterFields } from '@runwright/contract';
import type { ParsedDefinition } from '../document/parsed-definition.ts';
import type { PlacedTemplate } from '../document/written-templates.ts';
import { asRecord, schemaNode } from '../schema/schema-node.ts';
import { referencesIn } from '../template/template.ts';

/**
 * Secrets in templates that have no use of them. A value is put in at the moment of use only; in every other text stands
 * a placeholder, and where people or models read the text, the mistake shows. Types that are not of Runwright are not
 * judged: their fields are their own.
 */
export function secretWarnings(
  templates: readonly PlacedTemplate[],
  parsed: ParsedDefinition,
): readonly Problem[] {
  const secrets = secretKeys(parsed);
  if (secrets.size === 0) return [];
  return templates.flatMap((template) => {
    const names = new Set(referencesIn(template.source).map(({ name }) => name));
    return [...names]
      .filter((name) => secrets.has(name))
      .flatMap((name) => {
        const doubt = doubtOf(name, template);
        return doubt ? [{ ...doubt, path: template.path }] : [];
      });
  });
}

/** Parameters whose value is a placeholder: all that a secret source resolves, and ids of credentials. */
function secretKeys(parsed: ParsedDefinition): ReadonlySet<string> {
  const given: readonly unknown[] = Array.isArray(parsed.definition.parameters)
    ? parsed.definition.parameters
    : [];
  const keys = given.map(asRecord).flatMap((parameter) => {
    if (typeof parameter?.key !== 'string' || typeof parameter.parameter_type !== 'string') return [];
    const { parameter_type: type, workflow_parameter_type: valueType } = parameter;
    const isPlain = plainTypes.has(type) && !(type === 'workflow' && valueType === 'credential_id');
    return isPlain ? [] : [parameter.key];
  });
  return new Set(keys);
}

const plainTypes: ReadonlySet<string> = new Set(['workflow', 'context', 'output']);

/** Fields, by block type, in which a secret's value is put in, or handed on. */
const valueFields: Readonly<Record<string, RegExp>> = {
  http_request: /^(url|headers|body|files)$/,
  send_email: /^(custom_)?smtp_/,
  file_upload: /^(s3|aws|region|azure|google|sftp)/,
  file_download: /^(s3|aws|region|azure|google|sftp)/,
  workflow_trigger: /^payload$/,
};

/** Types whose agent types a declared secret into the page, and their fields that tell it so. */
const agentFields = /^(url|navigation_goal|prompt|totp_)/;
const agentTypes: ReadonlySet<string> = new Set([
  'task',
  'navigation',
  'action',
  'extraction',
  'login',
  'file_download',
  'validation',
  'goto_url',
  'task_v2',
]);

/** Types of Runwright in whose texts no value is ever put in. */
const readTypes: ReadonlySet<string> = new Set([
  'conditional',
  'for_loop',
  'while_loop',
  'text_prompt',
  'human_interaction',
  'print_page',
  'pdf_fill',
  'split_pdf',
  'google_sheets_read',
  'google_sheets_write',
  'email_inbox',
]);

type Doubt = Omit<Problem, 'path'>;

function doubtOf(name: string, { owner, inner }: PlacedTemplate): Doubt | null {
  const field = String(inner[owner ? 0 : inner.length - 1]);
  if (owner === null) return shown(name, field);
  const type = owner.node.block_type;
  if (valueFields[type]?.test(field)) return null;
  if (agentTypes.has(type) && agentFields.test(field)) {
    const takesKeys =
      owner.block !== null &&
      Object.keys(parameterFields).some((key) =>
        Object.hasOwn(schemaNode(owner.block?.config.properties), key),
      );
    const keys: unknown = owner.node.parameter_keys;
    return !takesKeys || (Array.isArray(keys) && keys.includes(name))
      ? null
      : undeclared(name, field, owner.node.label);
  }
  const isJudged = agentTypes.has(type) || readTypes.has(type) || type in valueFields;
  return isJudged ? shown(name, field) : null;
}

function undeclared(name: string, field: string, label: string): Doubt {
  const message = `\`${field}\` names the secret \`${name}\`, but block \`${label}\` does not declare it; add it to \`parameter_keys\`.`;
  return { type: 'secret_undeclared', message };
}

function shown(name: string, field: string): Doubt {
  const message = `\`${name}\` is a secret and \`${field}\` is a text that is read, not used: it shows a placeholder, never the value.`;
  return { type: 'secret_shown', message };
}

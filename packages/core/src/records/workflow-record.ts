import { createHash } from 'node:crypto';
import {
  type BlockNode,
  defaults,
  type Json,
  type JsonObject,
  type Parameter,
  type Problem,
  ProxyLocation,
  Type,
  type Workflow,
} from '@runwright/contract';
import { asRecord, criteriaType } from '@runwright/definition';
import { date, dateOrNull, integerOrNull, jsonObject, text, textOrNull } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';
import { WorkflowDefinitionRecord } from './workflow-definition-record.ts';

const ValidationItem = Type.Object({ loc: Type.Array(text), msg: text, type: text });
type ValidationItem = Type.Static<typeof ValidationItem>;

/** A version of a workflow as the HTTP API responds with it. */
export const WorkflowRecord = Type.Object(
  {
    workflow_id: text,
    organization_id: text,
    title: text,
    workflow_permanent_id: Type.String({ description: '`wpid_`; the same for all versions.' }),
    version: Type.Integer(),
    is_saved_task: Type.Boolean(),
    is_template: Type.Boolean(),
    description: textOrNull,
    workflow_definition: WorkflowDefinitionRecord,
    proxy_location: ProxyLocation,
    webhook_callback_url: textOrNull,
    totp_verification_url: textOrNull,
    totp_identifier: textOrNull,
    persist_browser_session: Type.Boolean(),
    model: jsonObject,
    status: Type.Enum(['published', 'draft', 'auto_generated', 'importing', 'import_failed']),
    max_screenshot_scrolls: integerOrNull,
    extra_http_headers: jsonObject,
    allowed_domains: Type.Union([Type.Array(text), Type.Null()]),
    max_cost: Type.Union([Type.Number(), Type.Null()]),
    max_tokens: integerOrNull,
    max_elapsed_time_minutes: integerOrNull,
    run_with: textOrNull,
    ai_fallback: Type.Boolean(),
    cache_key: textOrNull,
    generate_script_on_terminal: Type.Boolean(),
    run_sequentially: Type.Union([Type.Boolean(), Type.Null()]),
    sequential_key: textOrNull,
    folder_id: textOrNull,
    import_error: textOrNull,
    warnings: Type.Optional(
      Type.Array(ValidationItem, {
        description:
          'In the answer to a creation or update: what is allowed and probably not meant, such as a field that has no effect. Of an imported version, always: a warning of type `renamed` for each label and key that was no usable name; `msg` has both names. Absent when there is none.',
      }),
    ),
    created_at: date,
    modified_at: date,
    deleted_at: dateOrNull,
  },
  { title: 'Workflow' },
);
export type WorkflowRecord = Type.Static<typeof WorkflowRecord>;

/** Converts a version of a workflow to its record. */
export function toWorkflowRecord(workflow: Workflow): WorkflowRecord {
  const { draft } = workflow;
  return {
    workflow_id: workflow.workflowId,
    organization_id: workflow.organizationId,
    title: workflow.title,
    workflow_permanent_id: workflow.workflowPermanentId,
    version: workflow.version,
    is_saved_task: draft.is_saved_task ?? false,
    is_template: false,
    description: draft.description ?? null,
    workflow_definition: definitionRecord(workflow),
    proxy_location: draft.proxy_location ?? defaults.workflow.proxyLocation,
    webhook_callback_url: draft.webhook_callback_url ?? null,
    totp_verification_url: draft.totp_verification_url ?? null,
    totp_identifier: draft.totp_identifier ?? null,
    persist_browser_session: draft.persist_browser_session ?? false,
    model: objectOrEmpty(memberOrNull(draft, 'model')),
    status: workflow.status,
    max_screenshot_scrolls: draft.max_screenshot_scrolls ?? null,
    extra_http_headers: objectOrEmpty(memberOrNull(draft, 'extra_http_headers')),
    allowed_domains: draft.allowed_domains ?? null,
    max_cost: draft.max_cost ?? null,
    max_tokens: draft.max_tokens ?? null,
    max_elapsed_time_minutes: draft.max_elapsed_time_minutes ?? null,
    run_with: draft.run_with ?? null,
    ai_fallback: draft.ai_fallback ?? false,
    cache_key: draft.cache_key ?? null,
    generate_script_on_terminal: draft.generate_script_on_terminal ?? false,
    run_sequentially: draft.run_sequentially ?? null,
    sequential_key: draft.sequential_key ?? null,
    folder_id: workflow.folderId,
    import_error: workflow.importError,
    ...(workflow.importWarnings.length > 0 ? { warnings: workflow.importWarnings.map(warningItem) } : {}),
    created_at: formatDate(workflow.createdAt),
    modified_at: formatDate(workflow.modifiedAt),
    deleted_at: formatDateOrNull(workflow.deletedAt),
  };
}

function warningItem({ path, message, type }: Problem): ValidationItem {
  return { loc: path.map(String), msg: message, type };
}

function definitionRecord(workflow: Workflow): JsonObject {
  const definition = workflow.draft.workflow_definition;
  return {
    ...(definition as JsonObject),
    version: definition.version ?? 1,
    finally_block_label: definition.finally_block_label ?? null,
    parameters: definition.parameters.map((parameter) => parameterRecord(workflow, parameter)),
    blocks: definition.blocks.map((node) => blockRecord(workflow, node)),
  };
}

function parameterRecord(workflow: Workflow, parameter: Parameter): JsonObject {
  return {
    ...(parameter as JsonObject),
    description: parameter.description ?? null,
    ...(parameter.parameter_type === 'workflow'
      ? {
          workflow_parameter_id: derivedId('wp', workflow.workflowId, parameter.key),
          default_value: memberOrNull(parameter, 'default_value'),
        }
      : {}),
    ...rowFields(workflow),
  };
}

function blockRecord(workflow: Workflow, node: BlockNode): JsonObject {
  const { label } = node;
  const fields = node as JsonObject;
  const loopBlocks = fields.loop_blocks;
  return {
    continue_on_failure: false,
    next_loop_on_failure: false,
    disable_cache: false,
    next_block_label: null,
    ...fields,
    model: objectOrEmpty(memberOrNull(node, 'model')),
    ...(Array.isArray(fields.branch_conditions)
      ? { branch_conditions: fields.branch_conditions.map((branch) => branchRecord(asRecord(branch) ?? {})) }
      : {}),
    ...(Array.isArray(loopBlocks)
      ? { loop_blocks: (loopBlocks as readonly BlockNode[]).map((inner) => blockRecord(workflow, inner)) }
      : {}),
    output_parameter: {
      key: `${label}_output`,
      output_parameter_id: derivedId('op', workflow.workflowId, label),
      parameter_type: 'output',
      description: null,
      ...rowFields(workflow),
    },
  };
}

function branchRecord(branch: { readonly [member: string]: unknown }): JsonObject {
  const criteria = asRecord(branch.criteria);
  const expression = String(criteria?.expression ?? '');
  return {
    id: null,
    next_block_label: null,
    description: null,
    is_default: false,
    ...(branch as JsonObject),
    criteria: criteria
      ? {
          description: null,
          ...(criteria as JsonObject),
          criteria_type: criteriaTypeOf(criteria, expression),
        }
      : null,
  };
}

function criteriaTypeOf(
  { criteria_type: type }: { readonly [member: string]: unknown },
  expression: string,
): Json {
  return typeof type === 'string' ? type : criteriaType({ expression });
}

function rowFields(workflow: Workflow): JsonObject {
  return {
    workflow_id: workflow.workflowId,
    created_at: formatDate(workflow.createdAt),
    modified_at: formatDate(workflow.modifiedAt),
    deleted_at: null,
  };
}

/** An id that is the same at every reading: the version's time, then digits of a hash of the name. */
function derivedId(prefix: string, workflowId: string, name: string): string {
  const digest = createHash('sha256').update(`${workflowId}\n${name}`).digest();
  const tail = (digest.readBigUInt64BE() % 1_000_000_000n).toString().padStart(9, '0');
  const time = workflowId.replace(/^\D+/, '').slice(0, 13).padStart(13, '0');
  return `${prefix}_${time}${tail}`;
}

/** Returns a member of a document, or null when it is absent. */
function memberOrNull(document: object, name: string): Json {
  const value = Object.hasOwn(document, name)
    ? (document as Record<string, Json | undefined>)[name]
    : undefined;
  return value ?? null;
}

function objectOrEmpty(value: Json): JsonObject {
  // The schema of the draft admits an object or null.
  return (value ?? {}) as JsonObject;
}

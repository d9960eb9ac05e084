import { type Static, Type } from 'typebox';
import { AllowedDomains } from './allowed-domains.ts';
import { defaults } from './defaults.ts';
import type { Problem } from './error.ts';
import { MaxCost, MaxTokens } from './model-caps.ts';
import { Parameter } from './parameter.ts';

/** A label or key: a letter or underscore, then letters, digits and underscores; Unicode letters count. */
export const identifierPattern = '^[\\p{L}_][\\p{L}\\p{N}_]*$';

/** Repeats of a failing block: `backoff_seconds * factor^(n-1)`, moved by at most the `jitter` fraction, at most 3600 s. */
export const RetryPolicy = Type.Object(
  {
    max_retries: Type.Integer({ minimum: 0, maximum: 20, default: defaults.retry.maxRetries }),
    backoff_seconds: Type.Number({ minimum: 0, maximum: 3600, default: defaults.retry.backoffSeconds }),
    factor: Type.Number({ minimum: 1, maximum: 10, default: defaults.retry.factor }),
    jitter: Type.Number({ minimum: 0, maximum: 1, default: defaults.retry.jitter }),
  },
  { title: 'RetryPolicy' },
);
export type RetryPolicy = Static<typeof RetryPolicy>;

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Members that every block has beside its own; the engine reads them, the block's `run` does not. */
export const blockFields = {
  label: Type.String({ pattern: identifierPattern, description: 'Unique in the whole definition.' }),
  next_block_label: Type.Optional(nullable(Type.String({ description: 'Edge to the next block.' }))),
  continue_on_failure: Type.Optional(
    Type.Boolean({ default: false, description: 'After a failure the run continues with the next block.' }),
  ),
  next_loop_on_failure: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'In a loop body: after a failure the next iteration starts.',
    }),
  ),
  model: Type.Optional(
    nullable(
      Type.Object(
        { model_name: Type.Optional(Type.String()) },
        { additionalProperties: true, description: 'Replaces the model of the run.' },
      ),
    ),
  ),
  ignore_workflow_system_prompt: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Model calls of the block do not include the workflow-wide prompt.',
    }),
  ),
  disable_cache: Type.Optional(
    Type.Boolean({ default: false, description: 'No script is used or learned for the block.' }),
  ),
  timeout_seconds: Type.Optional(
    nullable(
      Type.Number({
        minimum: 1,
        maximum: 28_800,
        description: 'Deadline of the whole block, all attempts included.',
      }),
    ),
  ),
  retry: Type.Optional(nullable(RetryPolicy)),
  on_failure_next_label: Type.Optional(
    nullable(
      Type.String({ description: 'After a failure the run continues with this block of the same list.' }),
    ),
  ),
  on_worker_lost: Type.Optional(
    nullable(
      Type.Enum(['repeat', 'fail'], {
        description: 'What happens to an attempt whose worker was lost. Default: depends on the block type.',
      }),
    ),
  ),
};

/** One block as users write it: the common members, `block_type`, and the members of its type. */
export const BlockNode = Type.Object(
  { block_type: Type.String(), ...blockFields },
  { additionalProperties: true, description: 'One block of a workflow.' },
);
export type BlockNode = Static<typeof BlockNode> & { readonly [member: string]: unknown };

/** One block as a caller writes it: a {@link BlockNode} in which what has a default may be absent. */
export type BlockDraft = Readonly<Omit<Static<typeof BlockNode>, 'retry' | 'model'>> & {
  readonly retry?: Partial<RetryPolicy> | null;
  readonly model?: { readonly model_name?: string; readonly [setting: string]: unknown } | null;
  readonly [member: string]: unknown;
};

/** Definition of a workflow: parameters and blocks, as users write them (snake_case). */
export const WorkflowDefinition = Type.Object(
  {
    version: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: 2,
          description: '1: list order. 2: explicit edges. Inferred when absent.',
        }),
      ),
    ),
    parameters: Type.Array(Parameter, { default: [] }),
    blocks: Type.Array(BlockNode),
    finally_block_label: Type.Optional(nullable(Type.String())),
    error_code_mapping: Type.Optional(nullable(Type.Record(Type.String(), Type.String()))),
    workflow_system_prompt: Type.Optional(nullable(Type.String())),
    strict_templates: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: true },
);
export type WorkflowDefinition = Static<typeof WorkflowDefinition>;

/** A {@link WorkflowDefinition} as a caller writes it. */
export interface DefinitionDraft
  extends Readonly<Omit<Static<typeof WorkflowDefinition>, 'parameters' | 'blocks'>> {
  readonly parameters?: readonly Parameter[];
  readonly blocks: readonly BlockDraft[];
}

/** Routes of browser traffic (service API); `US-*` values are deprecated and routed as RESIDENTIAL_ISP. */
export const ProxyLocation = Type.Enum(
  [
    'RESIDENTIAL',
    'RESIDENTIAL_ES',
    'RESIDENTIAL_IE',
    'RESIDENTIAL_GB',
    'RESIDENTIAL_IN',
    'RESIDENTIAL_JP',
    'RESIDENTIAL_FR',
    'RESIDENTIAL_DE',
    'RESIDENTIAL_NZ',
    'RESIDENTIAL_ZA',
    'RESIDENTIAL_AR',
    'RESIDENTIAL_AU',
    'RESIDENTIAL_PH',
    'RESIDENTIAL_ISP',
    'RESIDENTIAL_BR',
    'RESIDENTIAL_TR',
    'RESIDENTIAL_CA',
    'RESIDENTIAL_MX',
    'RESIDENTIAL_IT',
    'RESIDENTIAL_NL',
    'US-CA',
    'US-NY',
    'US-TX',
    'US-FL',
    'US-WA',
    'NONE',
  ],
  { title: 'ProxyLocation' },
);
export type ProxyLocation = Static<typeof ProxyLocation>;

/** Status of a stored workflow: published, draft, generated by Runwright, or being imported. */
export const WorkflowStatus = Type.Enum([
  'published',
  'draft',
  'auto_generated',
  'importing',
  'import_failed',
]);
export type WorkflowStatus = Static<typeof WorkflowStatus>;

/** A workflow with its settings: what a caller creates, updates, or keeps in a file (snake_case). */
export const WorkflowDraft = Type.Object(
  {
    title: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    workflow_definition: WorkflowDefinition,
    description: Type.Optional(nullable(Type.String())),
    proxy_location: Type.Optional(nullable(ProxyLocation)),
    webhook_callback_url: Type.Optional(nullable(Type.String())),
    totp_verification_url: Type.Optional(nullable(Type.String())),
    totp_identifier: Type.Optional(nullable(Type.String())),
    persist_browser_session: Type.Optional(Type.Boolean({ default: false })),
    model: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
    is_saved_task: Type.Optional(Type.Boolean({ default: false })),
    max_screenshot_scrolls: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1000 }))),
    extra_http_headers: Type.Optional(nullable(Type.Record(Type.String(), Type.String()))),
    allowed_domains: Type.Optional(nullable(AllowedDomains)),
    max_cost: Type.Optional(nullable(MaxCost)),
    max_tokens: Type.Optional(nullable(MaxTokens)),
    status: Type.Optional(WorkflowStatus),
    run_with: Type.Optional(nullable(Type.Enum(['agent', 'code']))),
    ai_fallback: Type.Optional(Type.Boolean({ default: false })),
    cache_key: Type.Optional(nullable(Type.String({ default: defaults.workflow.cacheKey }))),
    generate_script_on_terminal: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'With `run_with: code`: a script is learned from terminated runs too.',
      }),
    ),
    run_sequentially: Type.Optional(Type.Boolean({ default: false })),
    sequential_key: Type.Optional(nullable(Type.String())),
    folder_id: Type.Optional(nullable(Type.String())),
    max_elapsed_time_minutes: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: 480, default: defaults.workflow.maxElapsedMinutes })),
    ),
  },
  { additionalProperties: true },
);

/** A workflow that was checked: its defaults are filled in. */
export type AcceptedDraft = Static<typeof WorkflowDraft>;
/** A workflow as a caller writes it; every {@link AcceptedDraft} is one. */
export interface WorkflowDraft extends Readonly<Omit<AcceptedDraft, 'workflow_definition'>> {
  readonly workflow_definition: DefinitionDraft;
}

/** One stored version of a workflow. `workflowPermanentId` is the same for all its versions. */
export interface Workflow {
  readonly workflowId: string;
  readonly workflowPermanentId: string;
  readonly organizationId: string;
  readonly version: number;
  readonly title: string;
  readonly status: WorkflowStatus;
  readonly draft: AcceptedDraft;
  readonly folderId: string | null;
  /** Why its import failed; null for every other one. */
  readonly importError: string | null;
  /** A warning of type `renamed` for each label and key that its import has changed; none for a version that was saved. */
  readonly importWarnings: readonly Problem[];
  /** Epoch ms. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly deletedAt: number | null;
}

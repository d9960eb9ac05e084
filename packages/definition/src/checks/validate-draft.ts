import { type AcceptedDraft, type Problem, RunwrightError } from '@runwright/contract';
import { addressProblem } from '../address.ts';
import { domainProblems } from '../allowed-domains.ts';
import type { BlockTypes } from '../blocks/block-types.ts';
import { blockPlaces } from '../document/block-places.ts';
import { type DefinitionLimits, sizeProblems } from '../document/definition-size.ts';
import { draftShell } from '../document/draft-shell.ts';
import { mappingProblems, trimmedMapping } from '../document/error-code-mapping.ts';
import {
  asBlockList,
  definitionPath,
  type ParsedDefinition,
  parseDefinition,
} from '../document/parsed-definition.ts';
import { readSource } from '../document/read-source.ts';
import { writtenTemplates } from '../document/written-templates.ts';
import { modeOf } from '../graph/graph.ts';
import { valueError } from '../problem.ts';
import { headerProblems } from '../request-headers.ts';
import { compileSchema } from '../schema/schema.ts';
import { asRecord, schemaNode } from '../schema/schema-node.ts';
import { firstProblems, inDocumentOrder } from '../schema/schema-problems.ts';
import { shapeValue } from '../schema/schema-shape.ts';
import { blockAddressProblems } from './validate-block-addresses.ts';
import { branchWarnings } from './validate-branches.ts';
import { credentialMemberWarnings } from './validate-credential-members.ts';
import { listProblems, unreachableWarnings } from './validate-lists.ts';
import { loginWarnings } from './validate-logins.ts';
import { modelProblems } from './validate-models.ts';
import { nameWarnings } from './validate-names.ts';
import { parameterProblems } from './validate-parameters.ts';
import { patternProblems } from './validate-patterns.ts';
import { secretWarnings } from './validate-secrets.ts';
import { templateFaults } from './validate-templates.ts';
import { useProblems } from './validate-uses.ts';
import { fieldWarnings } from './validate-warnings.ts';

/** A definition's mistakes (it cannot be saved or run) and doubts (it can). Paths start at the draft's root. */
export interface Validation {
  /** The draft with defaults filled in; null when there are problems. */
  readonly draft: AcceptedDraft | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Rules of a host beside those of the language. */
export interface DraftRules {
  /** Returns whether a model of this name can be used. Default: every name can. */
  readonly isModelOffered?: (name: string) => boolean;
}

/**
 * Checks a whole workflow: an object, or YAML or JSON text. All problems come at once, in document order, with paths
 * from the draft's root (`['workflow_definition', 'blocks', 1, 'label']`). Without problems `draft` is a copy with
 * defaults filled in, blank titles named, the version inferred, and an id given to each branch that has none. Nothing is
 * looked at in one that is larger than `limits` (default: those of an engine).
 */
export function validateDraft(
  input: unknown,
  blockTypes: BlockTypes,
  limits?: DefinitionLimits,
  { isModelOffered = () => true }: DraftRules = {},
): Validation {
  const read = readDraft(input, limits);
  if (!read.ok) return { draft: null, problems: read.problems, warnings: [] };
  const shape = checkShell(read.value);
  if (!asRecord(read.value)) return { draft: null, problems: shape.ok ? [] : shape.problems, warnings: [] };
  const draft =
    asRecord(shape.ok ? shape.value : shapeValue(schemaNode(draftShell), read.value, 'json')) ?? {};
  const definition = asRecord(draft.workflow_definition) ?? {};
  const parsed = parseDefinition(definition, blockTypes);
  const places = blockPlaces(parsed);
  const templates = writtenTemplates(parsed, draft);
  const faults = templateFaults(templates);
  const problems = [
    ...(shape.ok ? [] : shape.problems),
    ...settingProblems(draft),
    ...headerProblems(draft.extra_http_headers, ['extra_http_headers']),
    ...domainProblems(draft.allowed_domains, ['allowed_domains']),
    ...modelProblems(draft, parsed, isModelOffered),
    ...parameterProblems(parsed),
    ...parsed.lists.flatMap((list) => list.problems),
    ...listProblems(parsed),
    ...useProblems(parsed),
    ...patternProblems(parsed),
    ...blockAddressProblems(parsed),
    ...mappingProblems(definition.error_code_mapping, [...definitionPath, 'error_code_mapping']),
    ...faults.problems,
  ];
  const warnings = [
    ...fieldWarnings(draft, parsed),
    ...unreachableWarnings(parsed),
    ...branchWarnings(parsed),
    ...faults.warnings,
    ...nameWarnings(templates, parsed, places),
    ...secretWarnings(templates, parsed),
    ...credentialMemberWarnings(templates, parsed),
    ...loginWarnings(parsed),
  ];
  return {
    draft: problems.length > 0 ? null : finished(draft, definition, parsed),
    problems: firstProblems(inDocumentOrder(problems, read.value)),
    warnings: firstProblems(inDocumentOrder(warnings, read.value)),
  };
}

const checkShell = compileSchema(draftShell);

type Read =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function readDraft(input: unknown, limits?: DefinitionLimits): Read {
  try {
    const value = typeof input === 'string' ? readSource(input, limits) : input;
    const problems = sizeProblems(value, limits);
    return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
  } catch (error) {
    if (RunwrightError.is(error))
      return { ok: false, problems: error.details.problems as readonly Problem[] };
    throw error;
  }
}

function settingProblems(draft: { readonly [member: string]: unknown }): readonly Problem[] {
  const problems: Problem[] = [];
  if (draft.status === 'importing' || draft.status === 'import_failed') {
    problems.push(
      valueError(['status'], `\`${draft.status}\` is set by an import only; use \`published\` or \`draft\``),
    );
  }
  for (const name of ['webhook_callback_url', 'totp_verification_url']) {
    const address = draft[name];
    if (typeof address !== 'string' || address.trim() === '') continue;
    const reason = addressProblem(address);
    if (reason !== null) problems.push(valueError([name], reason));
  }
  return problems;
}

function finished(
  draft: { readonly [member: string]: unknown },
  definition: ParsedDefinition['definition'],
  parsed: ParsedDefinition,
): AcceptedDraft {
  const title =
    typeof draft.title === 'string' && draft.title.trim() !== '' ? draft.title : 'Untitled workflow';
  return {
    ...draft,
    title,
    workflow_definition: {
      ...definition,
      version: definition.version ?? inferredVersion(parsed),
      ...('error_code_mapping' in definition
        ? { error_code_mapping: trimmedMapping(definition.error_code_mapping) }
        : {}),
      blocks: parsed.lists[0]?.filled ?? [],
    },
  } as AcceptedDraft;
}

/** Returns 2 when labels decide the order of the top level, else 1; the bodies of loops do not count. */
function inferredVersion(parsed: ParsedDefinition): 1 | 2 {
  const [top] = parsed.lists;
  return top && modeOf(asBlockList(top, parsed).blocks) === 'graph' ? 2 : 1;
}

import { type Problem, RunwrightError, Type, WorkflowDefinition, WorkflowDraft } from '@runwright/contract';
import { parseAddress } from './address.ts';
import type { Validation } from './api.ts';
import { type DefinitionScene, sceneOf } from './definition-scene.ts';
import { valueError } from './problem.ts';
import type { Registry } from './registry.ts';
import { compileSchema } from './schema.ts';
import { asRecord, schemaNode } from './schema-node.ts';
import { inDocumentOrder } from './schema-problems.ts';
import { shapeValue } from './schema-shape.ts';
import { readSource } from './source.ts';
import { listProblems } from './validate-lists.ts';
import { parameterProblems } from './validate-parameters.ts';
import { templateProblems, templateWarnings } from './validate-templates.ts';
import { fieldWarnings } from './validate-warnings.ts';

/**
 * Checks a whole workflow: an object, or YAML or JSON text. All problems come at once, in document order, with paths
 * from the draft's root (`['workflow_definition', 'blocks', 1, 'label']`). Without problems `draft` is a copy with
 * defaults filled in, blank titles named, and an id given to each branch that has none.
 */
export function validateDraft(input: unknown, registry: Registry): Validation {
  const read = readDraft(input);
  if (!read.ok) return { draft: null, problems: read.problems, warnings: [] };
  const shape = checkShell(read.value);
  if (!asRecord(read.value)) return { draft: null, problems: shape.ok ? [] : shape.problems, warnings: [] };
  const draft = asRecord(shapeValue(schemaNode(shell), read.value, 'json')) ?? {};
  const definition = asRecord(draft.workflow_definition) ?? {};
  const scene = sceneOf(definition, registry);
  const problems = [
    ...(shape.ok ? [] : shape.problems),
    ...settingProblems(draft),
    ...parameterProblems(scene),
    ...scene.lists.flatMap((list) => list.problems),
    ...listProblems(scene),
    ...templateProblems(scene, draft),
  ];
  const warnings = [...fieldWarnings(draft, scene), ...templateWarnings(scene)];
  return {
    draft: problems.length > 0 ? null : finished(draft, definition, scene),
    problems: inDocumentOrder(problems, read.value),
    warnings: inDocumentOrder(warnings, read.value),
  };
}

/** Everything but the blocks, which their own types judge. */
const shell = Type.Object({
  ...WorkflowDraft.properties,
  workflow_definition: Type.Object({
    ...WorkflowDefinition.properties,
    blocks: Type.Array(Type.Object({}, { additionalProperties: true })),
  }),
});
const checkShell = compileSchema(shell);

type Read =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function readDraft(input: unknown): Read {
  if (typeof input !== 'string') return { ok: true, value: input };
  try {
    return { ok: true, value: readSource(input) };
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
    const parsed = parseAddress(address);
    if (!parsed.ok) problems.push(valueError([name], parsed.reason));
  }
  return problems;
}

function finished(
  draft: { readonly [member: string]: unknown },
  definition: DefinitionScene['definition'],
  scene: DefinitionScene,
): WorkflowDraft {
  const title =
    typeof draft.title === 'string' && draft.title.trim() !== '' ? draft.title : 'Untitled workflow';
  return {
    ...draft,
    title,
    workflow_definition: { ...definition, blocks: scene.lists[0]?.filled ?? [] },
  } as WorkflowDraft;
}

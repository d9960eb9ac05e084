import { type AcceptedDraft, type Problem, RunwrightError, type Workflow } from '@runwright/contract';
import {
  asRecord,
  firstProblems,
  pathText,
  type Renaming,
  readSource,
  repairDefinition,
  sizeProblems,
  type Validation,
} from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';
import { checkDraftAddresses } from '../run-requests/check-addresses.ts';

type Deps = Pick<EngineDeps, 'store' | 'clock' | 'makeId' | 'settings' | 'egress'>;

/** Imports of workflows: texts that are stored first, and checked in the background. */
export interface WorkflowImports {
  /** Stores version 1 in status `importing`, with a warning for each name that is changed, and begins to check the text. */
  begin(workflow: Workflow, source: string): Promise<Workflow>;
  /** Takes up, in the background, what an earlier process left. */
  resume(): void;
  /** Ends when no import is being checked any more; what is left waits for the next process. */
  close(): Promise<void>;
}

/** Imports that are read at once. */
const pageSize = 20;

/** @param validate checks a draft as a save does */
export function createWorkflowImports(deps: Deps, validate: (draft: unknown) => Validation): WorkflowImports {
  const { store } = deps;
  let closed = false;
  // One after the other: an import may take a while, and nobody waits for it.
  let last: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>): void => {
    // An import that cannot be ended now is taken up at the next start.
    last = last.then(() => (closed ? undefined : work())).catch(() => undefined);
  };
  const end = async (workflow: Workflow, source: string): Promise<void> => {
    await store.workflows.endImport(await importedWorkflow(deps, validate, workflow, source));
  };

  return {
    async begin(workflow, source) {
      const stored = { ...workflow, importWarnings: renameWarnings(source, deps.settings.limits) };
      await store.workflows.addImport(stored, source);
      enqueue(() => end(stored, source));
      return stored;
    },
    resume() {
      enqueue(async () => {
        for (;;) {
          const open = await store.workflows.openImports({ limit: pageSize });
          for (const { workflow, source } of open) {
            if (closed) return;
            await end(workflow, source);
          }
          if (open.length < pageSize) return;
        }
      });
    },
    async close() {
      closed = true;
      await last;
    },
  };
}

async function importedWorkflow(
  deps: Deps,
  validate: (draft: unknown) => Validation,
  workflow: Workflow,
  source: string,
): Promise<Workflow> {
  const ended = { ...workflow, modifiedAt: deps.clock.now() };
  try {
    const { limits } = deps.settings;
    const definition = readSource(source, limits);
    const tooLarge = sizeProblems(definition, limits);
    // A repair copies what aliases stand for, so its size is checked before.
    const { draft, problems } =
      tooLarge.length > 0 ? { draft: null, problems: tooLarge } : validate(repaired(definition));
    if (draft === null) return { ...ended, status: 'import_failed', importError: textOf(problems) };
    await checkDraftAddresses(deps, draft);
    const folderId = workflow.folderId ?? (await knownFolder(deps, workflow.organizationId, draft));
    const title = draft.title?.trim() || workflow.title;
    return { ...ended, status: 'published', draft, title, folderId, importError: null };
  } catch (error) {
    if (!isFault(error)) throw error;
    return { ...ended, status: 'import_failed', importError: reasonOf(error) };
  }
}

/** A warning for each label and key that the import renames; none for a text that cannot be read, which the check tells. */
function renameWarnings(source: string, limits: Deps['settings']['limits']): readonly Problem[] {
  try {
    const definition = readSource(source, limits);
    if (sizeProblems(definition, limits).length > 0) return [];
    return firstProblems(repairDefinition(definition).renamed.map(renameWarning));
  } catch (error) {
    if (!isFault(error)) throw error;
    return [];
  }
}

function renameWarning({ kind, from, to, path }: Renaming): Problem {
  const before =
    from === '' ? `A ${kind} is missing` : `The ${kind} \`${from}\` is no name that can be used here`;
  return {
    path,
    type: 'renamed',
    message: `${before}, so it is stored as \`${to}\`, and references to it are changed too`,
  };
}

/** The workflow with usable names; `status` is the import's to set. */
function repaired(definition: unknown): unknown {
  const { status: _, ...draft } = asRecord(repairDefinition(definition).definition) ?? {};
  return asRecord(definition) ? draft : definition;
}

/** The folder that the text names, if the organization has it: a text from elsewhere names folders of elsewhere. */
async function knownFolder(
  { store }: Deps,
  organizationId: string,
  { folder_id: folderId }: AcceptedDraft,
): Promise<string | null> {
  if (!folderId) return null;
  return (await store.folders.get(organizationId, folderId)) === null ? null : folderId;
}

/** Returns whether an error is the text's, not the store's: repeating the import would not change it. */
function isFault(error: unknown): boolean {
  if (RunwrightError.is(error)) return error.code === 'invalid_input' || error.code === 'egress_denied';
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

function reasonOf(error: unknown): string {
  if (!RunwrightError.is(error)) return 'The definition cannot be read.';
  const { problems } = error.details;
  return Array.isArray(problems) ? textOf(problems) : error.message;
}

/** Problems that the text of a failed import names. */
const namedProblems = 20;

function textOf(problems: readonly Problem[]): string {
  const lines = problems
    .slice(0, namedProblems)
    .map(({ path, message }) => `${pathText(path)}: ${message.replace(/^Value error, /, '')}`);
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

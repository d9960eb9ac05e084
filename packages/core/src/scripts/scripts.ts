import {
  type Problem,
  type Run,
  RunwrightError,
  ScriptFile,
  type ScriptRevision,
  Type,
  type Workflow,
} from '@runwright/contract';
import { checkProgram } from '@runwright/sandbox';
import { convertParameters } from '../accept/parameters.ts';
import type { Engine, NewScript } from '../api.ts';
import type { EngineParts } from '../parts.ts';
import { valueError } from '../problem.ts';
import { invalid } from '../run/workflows.ts';
import { compileSchema } from '../schema/schema.ts';
import { faultOf } from '../template/template.ts';
import { cacheKeyOf } from './cache-key.ts';
import { programIn } from './script-programs.ts';

const checkFiles = compileSchema(Type.Object({ files: Type.Array(ScriptFile, { maxItems: 1000 }) }));

/** The script calls of an engine. */
export function createScripts(parts: EngineParts): Engine['scripts'] {
  const { store, clock, makeId } = parts;

  const scripts: Engine['scripts'] = {
    async create(organizationId, { workflowPermanentId, cacheKey, files, runId = null }) {
      const accepted = acceptedFiles(files);
      const run = runId === null ? null : await store.runs.get(organizationId, runId);
      if (runId !== null && run === null) throw new RunwrightError('not_found', `Run ${runId} not found`);
      const workflow = await workflowOf(parts, organizationId, workflowPermanentId, run);
      const now = clock.now();
      const revision: ScriptRevision = {
        scriptId: makeId('s'),
        scriptRevisionId: makeId('sr'),
        organizationId,
        workflowPermanentId: workflow?.workflowPermanentId ?? null,
        cacheKey: workflow === null ? (cacheKey ?? '') : renderedKey(workflow, run, { cacheKey, now }),
        version: 1,
        files: accepted,
        runId,
        createdAt: now,
        modifiedAt: now,
        deletedAt: null,
      };
      await store.scripts.add(revision);
      return revision;
    },

    async deploy(organizationId, scriptId, files) {
      const accepted = acceptedFiles(files);
      for (;;) {
        const latest = await scripts.get(organizationId, scriptId);
        const now = clock.now();
        const revision: ScriptRevision = {
          ...latest,
          scriptRevisionId: makeId('sr'),
          version: latest.version + 1,
          files: accepted,
          runId: null,
          createdAt: now,
          modifiedAt: now,
        };
        try {
          await store.scripts.add(revision);
          return revision;
        } catch (error) {
          // Another deployment took this version number; ours becomes the one after it.
          if (!RunwrightError.is(error) || error.code !== 'conflict') throw error;
        }
      }
    },

    async get(organizationId, scriptId, version) {
      const revision = await store.scripts.get(organizationId, scriptId, version);
      if (revision === null) throw new RunwrightError('not_found', `Script ${scriptId} not found`);
      return revision;
    },
  };
  return scripts;
}

async function workflowOf(
  { store }: EngineParts,
  organizationId: string,
  wanted: string | null | undefined,
  run: Run | null,
): Promise<Workflow | null> {
  const permanentId = wanted ?? run?.workflowPermanentId ?? null;
  if (permanentId === null) return null;
  if (run && run.workflowPermanentId !== permanentId) {
    const reason = `run \`${run.runId}\` is of workflow \`${run.workflowPermanentId}\`; name that one, or no run`;
    throw invalid('The script cannot be created', [valueError(['run_id'], reason)]);
  }
  const workflow = await store.workflows.get(organizationId, permanentId);
  if (workflow === null) throw new RunwrightError('not_found', `Workflow ${permanentId} not found`);
  return workflow;
}

function renderedKey(
  workflow: Workflow,
  run: Run | null,
  { cacheKey, now }: { readonly cacheKey: string | undefined; readonly now: number },
): string {
  const definition = workflow.draft.workflow_definition;
  const parameters = run?.parameters ?? convertParameters(definition, {}).values;
  try {
    return cacheKeyOf({ workflow, run, parameters, now }, cacheKey);
  } catch (error) {
    const reason = `the jinja template could not be rendered: ${faultOf(error, cacheKey ?? '')}`;
    throw invalid('The script cannot be created', [valueError(['cache_key'], reason)]);
  }
}

function acceptedFiles(given: NewScript['files']): readonly ScriptFile[] {
  const checked = checkFiles({ files: given });
  if (!checked.ok) throw invalid('The script cannot be stored', checked.problems);
  const { files } = checked.value;
  const problems = files.flatMap((file, index) => fileProblems(files, file, index));
  if (problems.length > 0) throw invalid('The script cannot be stored', problems);
  return files;
}

function fileProblems(files: readonly ScriptFile[], file: ScriptFile, index: number): readonly Problem[] {
  const program = programIn(file);
  const name = nameOf(file);
  if (files.findIndex((other) => nameOf(other) === name) < index) {
    return [valueError(['files', index, 'path'], `there is a file for \`${name}\` already; give one`)];
  }
  const fault = program && checkProgram({ source: program.code, language: program.language });
  if (!fault) return [];
  const reason = fault.message.replace(/^The/, 'the').replace(/\.$/, '');
  return [valueError(['files', index, 'content'], reason)];
}

/** A block has one program, in one language. */
function nameOf(file: ScriptFile): string {
  const program = programIn(file);
  return program ? `blocks/${program.label}` : file.path;
}

import {
  defaults,
  notFound,
  type Run,
  RunwrightError,
  type ScriptOutline,
  type ScriptRevision,
  type Workflow,
} from '@runwright/contract';
import { convertParameters, invalidInput, templateErrorReason, valueError } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { ScriptVersion } from '../api/scripts-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { cacheKeyOf } from '../scripts/cache-key.ts';
import { saveScriptArtifacts } from '../scripts/save-script-artifacts.ts';
import { checkScriptFiles } from '../scripts/script-files.ts';

/** The script calls of an engine. */
export function createScripts(deps: EngineDeps): Engine['scripts'] {
  const { store, clock, makeId } = deps;

  const scripts: Engine['scripts'] = {
    async create(organizationId, { workflowPermanentId, cacheKey, files, runId = null }) {
      const accepted = checkScriptFiles(files);
      await yieldToEventLoop(clock);
      const run = runId === null ? null : await store.runs.get(organizationId, runId);
      if (runId !== null && run === null) throw notFound('Run', runId);
      const workflow = await workflowOf(deps, organizationId, workflowPermanentId, run);
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
      if (run) await saveScriptArtifacts(deps, revision, run);
      await yieldToEventLoop(clock);
      return revision;
    },

    async deploy(organizationId, scriptId, files) {
      const accepted = checkScriptFiles(files, 1);
      await yieldToEventLoop(clock);
      for (;;) {
        const latest = await scripts.get(organizationId, scriptId);
        const now = clock.now();
        const revision: ScriptRevision = {
          ...latest,
          scriptRevisionId: makeId('sr'),
          version: latest.version + 1,
          files: accepted,
          createdAt: now,
          modifiedAt: now,
        };
        try {
          await store.scripts.add(revision);
        } catch (error) {
          // Another deployment took this version number; ours becomes the one after it.
          if (!RunwrightError.is(error) || error.code !== 'conflict') throw error;
          continue;
        }
        const run = revision.runId === null ? null : await store.runs.get(organizationId, revision.runId);
        if (run) await saveScriptArtifacts(deps, revision, run);
        await yieldToEventLoop(clock);
        return revision;
      }
    },

    list: (organizationId, { page = 1, pageSize = defaults.pageSize, ...filter } = {}) =>
      store.scripts.list({ organizationId, page, pageSize, ...filter }),

    async versions(organizationId, scriptId, { page = 1, pageSize = defaults.pageSize } = {}) {
      const { version: latest } = await scripts.get(organizationId, scriptId);
      const highest = latest - (page - 1) * pageSize;
      const numbers = Array.from(
        { length: Math.max(0, Math.min(pageSize, highest)) },
        (_, index) => highest - index,
      );
      // One more, because a version is told by what the one before was made of.
      const found: (Omit<ScriptVersion, 'origin'> | null)[] = [];
      // One after the other, because all files together may fill the memory.
      for (const number of [...numbers, highest - pageSize]) {
        await yieldToEventLoop(clock);
        const revision = number < 1 ? null : await store.scripts.get(organizationId, scriptId, number);
        found.push(revision && withoutFiles(revision));
      }
      const items: ScriptVersion[] = [];
      for (const index of numbers.keys()) {
        const version = found[index] ?? null;
        if (version === null) continue;
        items.push({ ...version, origin: await originOf(deps, version, found[index + 1] ?? null) });
      }
      return { items, next: highest > pageSize ? String(page + 1) : null };
    },

    async get(organizationId, scriptId, version) {
      const revision = await store.scripts.get(organizationId, scriptId, version);
      if (revision === null) throw notFound('Script', scriptId);
      await yieldToEventLoop(clock);
      return revision;
    },
  };
  return scripts;
}

function withoutFiles({ files, ...outline }: ScriptRevision): Omit<ScriptVersion, 'origin'> {
  return { ...outline, fileCount: files.length };
}

/** A deployment keeps the run of the version before; a version that was learned has a run of its own. */
async function originOf(
  { store }: Pick<EngineDeps, 'store'>,
  { organizationId, version, runId }: ScriptOutline,
  before: ScriptOutline | null,
): Promise<ScriptVersion['origin']> {
  if (version === 1) return 'created';
  if (runId === null || runId === before?.runId) return 'deployed';
  const run = await store.runs.get(organizationId, runId);
  return run?.scriptRun?.aiFallbackTriggered ? 'healed' : 'learned';
}

async function workflowOf(
  { store }: Pick<EngineDeps, 'store'>,
  organizationId: string,
  wanted: string | null | undefined,
  run: Run | null,
): Promise<Workflow | null> {
  const permanentId = wanted ?? run?.workflowPermanentId ?? null;
  if (permanentId === null) return null;
  if (run && run.workflowPermanentId !== permanentId) {
    const reason = `run \`${run.runId}\` is of workflow \`${run.workflowPermanentId}\`; name that one, or no run`;
    throw invalidInput('The script cannot be created', [valueError(['run_id'], reason)]);
  }
  const workflow = await store.workflows.get(organizationId, permanentId);
  if (workflow === null) throw notFound('Workflow', permanentId);
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
    const reason = `the jinja template could not be rendered: ${templateErrorReason(error, cacheKey ?? '')}`;
    throw invalidInput('The script cannot be created', [valueError(['cache_key'], reason)]);
  }
}

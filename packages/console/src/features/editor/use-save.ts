import type { Workflow } from '@runwright/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useClient } from '../../api/session.ts';
import { useToasts } from '../../components/toasts.tsx';
import { definitionOf } from './blocks/definition-text.ts';
import type { JsonObject } from './yaml/json.ts';

/** Saves the text of a workflow. */
export interface Saving {
  readonly busy: boolean;
  /** Version that the text is based on; null before the first save. */
  readonly base: Workflow | null;
  /** Newer version of somebody else, which a save would hide. */
  readonly conflict: Workflow | null;
  /** Saves, unless somebody else has saved; `force` saves then too. Returns the new version, or null when nothing was saved. */
  readonly save: (text: string, force?: boolean) => Promise<Workflow | null>;
  /** Saves an old version as a new one. */
  readonly restore: (version: Workflow) => Promise<Workflow | null>;
  /** Takes a version as the one that the text is based on. */
  readonly rebase: (version: Workflow) => void;
  readonly dismiss: () => void;
}

/**
 * Returns what saves a workflow.
 *
 * @param initial null for a new one, which goes into the folder `folderId`
 */
export function useSave(
  initial: Workflow | null,
  { schema, folderId }: { readonly schema: JsonObject; readonly folderId: string | undefined },
): Saving {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [base, setBase] = useState(initial);
  const [conflict, setConflict] = useState<Workflow | null>(null);
  const [busy, setBusy] = useState(false);

  const run = useCallback(
    async (work: () => Promise<Workflow | null>): Promise<Workflow | null> => {
      setBusy(true);
      try {
        const saved = await work();
        if (saved === null) return null;
        setBase(saved);
        setConflict(null);
        void queries.invalidateQueries({ queryKey: queryKeys.allWorkflows });
        void queries.invalidateQueries({
          queryKey: queryKeys.workflowPart(saved.workflow_permanent_id, 'versions'),
        });
        return saved;
      } catch (error) {
        toasts.failed(error);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [queries, toasts],
  );
  const save = useCallback(
    (text: string, force = false) =>
      run(async () => {
        if (base === null) {
          const created = await client.workflows.create({ yaml_definition: text });
          if (folderId !== undefined) await client.workflows.move(created.workflow_permanent_id, folderId);
          toasts.done('Saved as version 1.');
          return created;
        }
        const id = base.workflow_permanent_id;
        const latest = await client.workflows.get(id);
        if (!force && latest.version !== base.version) {
          setConflict(latest);
          return null;
        }
        const saved = await client.workflows.update(id, { yaml_definition: text });
        // Nothing is lost: a version that came in between stays in the list.
        const between = saved.version - latest.version - 1;
        toasts.done(
          between > 0
            ? `Saved as version ${saved.version}. Somebody else saved version ${saved.version - 1} at the same time; compare them under Versions.`
            : `Saved as version ${saved.version}.`,
        );
        return saved;
      }),
    [base, client, folderId, run, toasts],
  );
  const restore = useCallback(
    (version: Workflow) =>
      run(async () => {
        const definition = definitionOf(version, schema) as never;
        const saved = await client.workflows.update(version.workflow_permanent_id, {
          json_definition: definition,
        });
        toasts.done(`Version ${version.version} is restored as version ${saved.version}.`);
        return saved;
      }),
    [client, run, schema, toasts],
  );
  const rebase = useCallback((version: Workflow) => {
    setBase(version);
    setConflict(null);
  }, []);
  return { busy, base, conflict, save, restore, rebase, dismiss: () => setConflict(null) };
}

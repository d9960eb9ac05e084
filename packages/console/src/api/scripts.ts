import type { DeployRequest, ScriptRequest, ScriptVersion } from '@runwright/client';
import { useQuery } from '@tanstack/react-query';
import { useInvalidating } from './invalidating.ts';
import { useListPages } from './list-pages.ts';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Few, because the list reads the versions of each script that is shown. */
const scriptsPageSize = 20;
const versionsPageSize = 50;

/** Reads the latest versions of scripts, the newest first. */
export function useScriptPages({ workflow }: { readonly workflow?: string }) {
  const { scripts } = useClient();
  return useListPages({
    queryKey: queryKeys.scripts({ workflow }),
    read: (page, options) =>
      scripts.listPage(
        {
          page,
          page_size: scriptsPageSize,
          ...(workflow === undefined ? {} : { workflow_id: workflow }),
        },
        options,
      ),
    idOf: ({ script_id }) => script_id,
  });
}

/** Reads the versions of a script with what has made each, the highest first. */
export function useScriptVersions(scriptId: string) {
  const { scripts } = useClient();
  return useListPages({
    queryKey: queryKeys.scriptVersions(scriptId),
    read: (page, options) => scripts.versionsPage(scriptId, { page, page_size: versionsPageSize }, options),
    idOf: ({ version }) => String(version),
  });
}

/** Reads the files of a version, which never change. */
export function useScriptFiles(scriptId: string, version: number | undefined) {
  const { scripts } = useClient();
  return useQuery({
    queryKey: queryKeys.scriptFiles(scriptId, version ?? 0),
    queryFn: ({ signal }) =>
      scripts.files(scriptId, { ...(version === undefined ? {} : { version }), signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns what creates scripts and deploys versions of them. */
export function useScriptChanges() {
  const { scripts } = useClient();
  const invalidating = useInvalidating(queryKeys.allScripts);
  return {
    create: (request: ScriptRequest) => invalidating(scripts.create(request)),
    deploy: (scriptId: string, request: DeployRequest) => invalidating(scripts.deploy(scriptId, request)),
  };
}

/** Returns how many of the versions that were read have an origin; with a `+` when there are others. */
export function countOrigin(
  versions: { readonly data?: readonly ScriptVersion[] | undefined; readonly hasNextPage: boolean },
  origin: ScriptVersion['origin'],
): string {
  if (!versions.data) return '–';
  const count = versions.data.filter((version) => version.origin === origin).length;
  return `${count}${versions.hasNextPage ? '+' : ''}`;
}

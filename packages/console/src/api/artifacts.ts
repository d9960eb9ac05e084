import type { Artifact } from '@runwright/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Time in ms after a run's end in which its browsers close and leave their recordings. */
const closingMs = 60_000;

/**
 * Reads the artifacts of a run, oldest first. The events of the run add to them, see `useRunTimeline`; recordings of browsers
 * are stored after the last event.
 *
 * @param finishedAt ISO time of the run's end; null before it
 */
export function useRunArtifacts(runId: string, finishedAt: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runPart(runId, 'artifacts'),
    queryFn: ({ signal }) => client.runs.artifacts(runId, {}, { signal }),
    staleTime: 60_000,
    refetchInterval: () =>
      finishedAt !== null && Date.now() - Date.parse(finishedAt) < closingMs ? 2000 : false,
  });
}

/** Reads the content of an artifact. It never changes, so it is read once. */
export function useArtifactContent(artifactId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.artifact(artifactId ?? ''),
    queryFn: async ({ signal }) =>
      new Response(await client.artifacts.download(artifactId ?? '', { signal })).blob(),
    enabled: artifactId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // Pictures are large: those that left the screen are dropped soon.
    gcTime: 30_000,
  });
}

/** Reads the content of an artifact as text. */
export function useArtifactText(artifactId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.artifact(artifactId ?? ''), 'text'],
    queryFn: async ({ signal }) =>
      new Response(await client.artifacts.download(artifactId ?? '', { signal })).text(),
    enabled: artifactId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  });
}

/** Returns an address of the page for content, which lives as long as the component; null for none. */
export function useObjectUrl(content: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (content === undefined) return setUrl(null);
    const created = URL.createObjectURL(content);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [content]);
  return url;
}

/** Returns the artifacts of some types. */
export function artifactsOf(
  artifacts: readonly Artifact[],
  ...types: readonly Artifact['artifact_type'][]
): readonly Artifact[] {
  return artifacts.filter(({ artifact_type: type }) => types.includes(type));
}

import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Reads the model calls of a run, oldest first. The events of the run make it read them again. */
export function useModelCalls(runId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runPart(runId, 'model-calls'),
    queryFn: ({ signal }) => client.runs.modelCalls(runId, { signal }),
    staleTime: 10_000,
  });
}

/** Reads the steps of the agents of a run, oldest first. The events of the run make it read them again. */
export function useRunSteps(runId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runPart(runId, 'steps'),
    queryFn: ({ signal }) => client.runs.steps(runId, { signal }),
    staleTime: 10_000,
  });
}

import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Returns a function that waits for a change and then has everything below `queryKey` read again, also after a failure. */
export function useInvalidating(queryKey: QueryKey): <Result>(change: Promise<Result>) => Promise<Result> {
  const cache = useQueryClient();
  return async (change) => {
    try {
      return await change;
    } finally {
      await cache.invalidateQueries({ queryKey });
    }
  };
}

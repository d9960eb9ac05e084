import { ApiError } from '@runwright/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signOut } from './session.ts';

/** Creates the cache of what the service told. A key that is refused ends the session. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({ onError: endSession }),
    defaultOptions: {
      queries: {
        staleTime: 2000,
        // The client repeats requests by itself.
        retry: false,
        // The server decides whether there is a network: it may be on this machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function endSession(error: Error): void {
  if (error instanceof ApiError && error.status === 403 && error.reason.includes('Invalid credentials'))
    signOut('The service no longer accepts this key. Sign in with another one.');
}

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createQueryClient } from './api/query-client.ts';
import { SessionContext, useSignIn } from './api/session.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ToastProvider } from './components/toasts.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { router as consoleRouter } from './router.tsx';

/**
 * The page for signing in, or the pages of the console. The address stays, so that a link leads on after signing in.
 *
 * @param props `router`: default that of the browser's address
 */
export function App({ router = consoleRouter }: { readonly router?: typeof consoleRouter }) {
  const { session, reason } = useSignIn();
  const [queryClient] = useState(createQueryClient);
  useEffect(() => {
    // Nothing of the last session stays in memory.
    if (session === null) queryClient.clear();
  }, [session, queryClient]);
  return (
    <ErrorBoundary>
      <ToastProvider>
        {session === null ? (
          <SignInPage reason={reason} />
        ) : (
          <SessionContext value={session}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </SessionContext>
        )}
      </ToastProvider>
    </ErrorBoundary>
  );
}

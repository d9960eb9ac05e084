import { ApiError } from '@runwright/client';
import { type FormEvent, useEffect, useState } from 'react';
import { signIn } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, TextField } from '../../components/field.tsx';
import { Logo } from '../../components/logo.tsx';
import { errorText } from '../../components/states.tsx';
import { ThemeSwitch } from '../../components/theme-switch.tsx';

/** Asks for an API key. `reason` says why the last session ended. */
export function SignInPage({ reason }: { readonly reason: string | null }) {
  const [apiKey, setApiKey] = useState('');
  const [keep, setKeep] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    document.title = 'Sign in · Runwright';
  }, []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = apiKey.trim();
    if (given === '') return setProblem('Enter an API key.');
    setBusy(true);
    setProblem(undefined);
    await signIn(given, { keep }).catch((error: unknown) => {
      setBusy(false);
      setProblem(textOf(error));
    });
  };
  return (
    <main className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)} noValidate>
        <div className="row">
          <Logo />
          <h1>Sign in to Runwright</h1>
        </div>
        {reason ? (
          <p className="notice" data-tone="warn" role="status">
            {reason}
          </p>
        ) : null}
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          autoFocus
          value={apiKey}
          onChange={({ target }) => setApiKey(target.value)}
          hint={
            <>
              The service prints the first key in its terminal when it starts;{' '}
              <code>runwright keys create</code> makes more.
            </>
          }
          problem={problem}
        />
        <Checkbox
          label="Stay signed in in this tab"
          checked={keep}
          onChange={({ target }) => setKeep(target.checked)}
        />
        <Button type="submit" tone="primary" busy={isBusy}>
          Sign in
        </Button>
        <div className="row">
          <ThemeSwitch />
        </div>
      </form>
    </main>
  );
}

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 403)
    return error.reason.includes('Invalid credentials')
      ? 'The service does not know this key. Check that it is complete and was not revoked.'
      : error.reason;
  return errorText(error);
}

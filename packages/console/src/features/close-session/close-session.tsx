import type { BrowserSession } from '@runwright/client';
import { useState } from 'react';
import { useBrowserProfileChanges } from '../../api/browser-profiles.ts';
import { useBrowserSessionChanges } from '../../api/browser-sessions.ts';
import { Checkbox, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { textOf } from '../../lib/form-values.ts';

/** Asks before a session is closed, and whether its state is kept as a browser profile. */
export function CloseSession({
  session,
  onClose,
}: {
  readonly session: BrowserSession;
  readonly onClose: () => void;
}) {
  const [keeps, setKeeps] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const { close } = useBrowserSessionChanges();
  const { create } = useBrowserProfileChanges();
  const id = session.browser_session_id;
  return (
    <FormDialog
      title="Close this browser session?"
      submit={isClosed ? 'Create the profile' : 'Close the session'}
      done={keeps ? 'The session was closed, and its state is a browser profile.' : 'The session was closed.'}
      change={async (form) => {
        // The profile may be refused, for its name: the session is closed only once.
        if (!isClosed) await close(id);
        setClosed(true);
        if (keeps) await create({ name: textOf(form, 'name').trim(), browser_session_id: id });
      }}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <p>
            Its browser ends
            {session.runnable_id === null ? '.' : `, and ${session.runnable_id}, which uses it, fails.`}
          </p>
          {session.status === 'running' ? (
            <Checkbox
              checked={keeps}
              disabled={isClosed}
              onChange={({ target }) => setKeeps(target.checked)}
              label="Keep its cookies and storage as a browser profile"
            />
          ) : null}
          {keeps ? (
            <TextField
              label="Name of the profile"
              name="name"
              required
              maxLength={255}
              problem={problemOf('name')}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

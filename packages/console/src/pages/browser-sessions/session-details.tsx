import type { BrowserSession } from '@runwright/client';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { CopiedId } from '../../components/copied-id.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Time } from '../../components/values.tsx';
import { browserTypes, extensions } from './session-options.ts';

type Files = BrowserSession['downloaded_files'];

/** What there is to know about a browser session, with the files of its downloads and recordings. */
export function SessionDetails({
  session,
  onClose,
}: {
  readonly session: BrowserSession;
  readonly onClose: () => void;
}) {
  const { browser_type: browser, browser_profile_id: profile, browser_address: address } = session;
  return (
    <Dialog title="Browser session" onClose={onClose} wide>
      <dl className="facts">
        <Fact name="Id">
          <CopiedId id={session.browser_session_id} />
        </Fact>
        <Fact name="Browser">
          {browser === 'browser_a' || browser === 'browser_b'
            ? browserTypes[browser]
            : 'As the service is set'}
        </Fact>
        <Fact name="Extensions">
          {session.extensions?.map((name) => extensions[name]).join(', ') || 'None'}
        </Fact>
        <Fact name="Profile">{profile === null ? 'None' : <CopiedId id={profile} />}</Fact>
        <Fact name="Used by">{session.runnable_id ?? 'No run'}</Fact>
        <Fact name="Started">
          <Time at={session.started_at} />
        </Fact>
        {address === null ? null : (
          <Fact name="Address for debug clients">
            <CopiedId id={address} />
          </Fact>
        )}
      </dl>
      {session.notices.length > 0 ? (
        <div className="notice" data-tone="warn">
          {session.notices.map((notice) => (
            <span key={notice}>{notice}</span>
          ))}
        </div>
      ) : null}
      <FileList title="Downloads" files={session.downloaded_files} none="No file was downloaded yet." />
      <FileList title="Recordings" files={session.recordings} none="They are stored when the session ends." />
      <div className="actions">
        <Button onClick={onClose}>Hide details</Button>
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FileList({
  title,
  files,
  none,
}: {
  readonly title: string;
  readonly files: Files;
  readonly none: string;
}) {
  return (
    <section>
      <h3>{title}</h3>
      {files?.length ? (
        <ul>
          {files.map(({ url, filename }) => (
            <li key={url}>
              <a href={url} download={filename ?? true}>
                {filename ?? url}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{none}</p>
      )}
    </section>
  );
}

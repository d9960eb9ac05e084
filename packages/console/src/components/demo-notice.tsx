import { FlaskConical, X } from 'lucide-react';
import { useState } from 'react';
import { useVersion } from '../api/service.ts';
import { IconButton } from './button.tsx';

const closedKey = 'runwright-demo-notice-closed';

/** Says that the service is a demo whose model knows only one site, until it is closed in this tab. */
export function DemoNotice() {
  const version = useVersion();
  const [isClosed, setClosed] = useState(() => sessionStorage.getItem(closedKey) !== null);
  const demo = version.data?.demo;
  if (isClosed || !demo?.scripted_model) return null;
  return (
    <aside className="demo-notice" aria-label="Demo">
      <FlaskConical size={16} aria-hidden />
      <p>
        <strong>Demo.</strong> A script answers in place of a model, and it knows only the demo site{' '}
        <a href={demo.site_url} target="_blank" rel="noreferrer">
          {demo.site_url}
        </a>
        : it signs in (user <code>{demo.site_user}</code>, password <code>{demo.site_password}</code>), reads
        and filters orders, reads the catalog and sends the contact form. A prompt for anything else fails.
      </p>
      <IconButton
        label="Close the note about the demo"
        icon={<X size={16} aria-hidden />}
        onClick={() => {
          sessionStorage.setItem(closedKey, 'yes');
          setClosed(true);
        }}
      />
    </aside>
  );
}

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { Button } from './button.tsx';

/** Text as it is, with a button that copies it. `label` names it for screen readers. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="code-block">
      {/* What scrolls has to be reachable by keyboard. */}
      <section className="code" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <Button
        small
        icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={() => void copyText(text).then(() => setCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

/** A value of the API as indented JSON; texts as they are. */
export function JsonBlock({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <CodeBlock text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} label={label} />
  );
}

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { IconButton } from './button.tsx';
import { useToasts } from './toasts.tsx';

/** An id with a button that copies it. */
export function CopiedId({ id }: { readonly id: string }) {
  const toasts = useToasts();
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="copied-id">
      <span className="mono truncate" title={id}>
        {id}
      </span>
      <IconButton
        small
        label={isCopied ? `Copied ${id}` : `Copy ${id}`}
        icon={<Icon size={14} aria-hidden />}
        onClick={() => void copyText(id).then(() => setCopied(true), toasts.failed)}
      />
    </span>
  );
}

import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useCancelRun } from '../../api/run.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useToasts } from '../../components/toasts.tsx';

/** Cancels a run, after a question. */
export function CancelRunButton({ runId }: { readonly runId: string }) {
  const [isAsked, setAsked] = useState(false);
  const cancel = useCancelRun(runId);
  const toasts = useToasts();
  const close = () => setAsked(false);
  return (
    <>
      <Button tone="danger" icon={<Ban size={16} aria-hidden />} onClick={() => setAsked(true)}>
        Cancel run
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title="Cancel this run?"
          confirm="Cancel the run"
          busy={cancel.isPending}
          onClose={close}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: close, onError: toasts.failed })}
        >
          The block that is under way stops, and no further block starts. What the run did so far stays.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './dialog.tsx';
import { ErrorState } from './states.tsx';
import { useToasts } from './toasts.tsx';

/** Asks before a change that cannot be undone, and makes it. It stays open, with the error, when the change fails. */
export function ConfirmChange({
  title,
  confirm,
  done,
  change,
  onClose,
  children,
}: {
  readonly title: string;
  /** Text of the button that makes it, such as `Delete`. */
  readonly confirm: string;
  /** Message after the change. */
  readonly done: string;
  readonly change: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}) {
  const toasts = useToasts();
  const { mutate, error, isPending } = useMutation({
    mutationFn: change,
    onSuccess: () => {
      toasts.done(done);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <div className="stack">
        <div>{children}</div>
        {error ? <ErrorState error={error} /> : null}
      </div>
    </ConfirmDialog>
  );
}

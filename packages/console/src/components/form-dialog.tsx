import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { type ProblemOf, problemsOf } from './field-problems.ts';
import { ErrorState } from './states.tsx';
import { useToasts } from './toasts.tsx';

/**
 * Dialog with a form. The values stay in the inputs and are read when they are sent: nothing keeps them after the dialog. It stays
 * open, with the error, when the change fails.
 */
export function FormDialog({
  title,
  submit,
  done,
  wide,
  change,
  onClose,
  children,
}: {
  readonly title: string;
  /** Text of the button that sends the form, such as `Create`. */
  readonly submit: string;
  /** Message after the change. */
  readonly done: string;
  readonly wide?: boolean;
  readonly change: (form: FormData) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: (problemOf: ProblemOf) => ReactNode;
}) {
  const toasts = useToasts();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (form: FormData): Promise<void> => {
      await change(form);
    },
    // The cache would keep the values of the form.
    gcTime: 0,
    onSuccess: () => {
      toasts.done(done);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose} {...(wide ? { wide } : {})}>
      <form
        ref={emptyAtTheEnd}
        className="stack"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          mutate(new FormData(event.currentTarget));
        }}
      >
        {children(problemsOf(error))}
        {error ? <ErrorState error={error} /> : null}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Empties the inputs of a form that was removed: React and the browser keep them for a while, with their values. */
function emptyAtTheEnd(form: HTMLFormElement): () => void {
  return () =>
    queueMicrotask(() => {
      // React's strict mode takes the reference away and gives it back.
      if (form.isConnected) return;
      for (const field of form.elements)
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = '';
    });
}

import { type ReactNode, useEffect, useId, useRef } from 'react';

/** Properties of {@link Dialog}. */
export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Stays open until one of its buttons closes it. */
  readonly required?: boolean;
  /** Closes with a click beside it too: for what is only looked at, where no input is lost. */
  readonly closesOutside?: boolean;
}

/** Modal dialog: keeps the focus, closes with Escape unless it is `required`, and gives the focus back. Render it only while it is open. */
export function Dialog({
  title,
  onClose,
  children,
  wide,
  required = false,
  closesOutside = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        if (!required) onClose();
      }}
      // A second Escape closes a dialog whatever `onCancel` does.
      onKeyDown={(event) => {
        if (required && event.key === 'Escape') event.preventDefault();
      }}
      // The content fills the dialog, so only what is beside it has the dialog itself as target.
      onPointerDown={({ target }) => {
        pressedOutside.current = target === ref.current;
      }}
      onClick={({ target }) => {
        if (closesOutside && pressedOutside.current && target === ref.current) onClose();
      }}
      onClose={() => {
        if (required) ref.current?.showModal();
        else onClose();
      }}
    >
      <div className="content">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Dialog that asks before something that cannot be undone. */
export function ConfirmDialog(props: {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** Text of the button that does it, such as `Delete`. */
  readonly confirm: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div>{props.children}</div>
      <div className="actions">
        <button type="button" className="button" onClick={props.onClose}>
          Go back
        </button>
        <button type="button" className="button danger" disabled={props.busy} onClick={props.onConfirm}>
          {props.confirm}
        </button>
      </div>
    </Dialog>
  );
}

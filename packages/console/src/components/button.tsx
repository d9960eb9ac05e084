import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

/** Properties of {@link Button}. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly small?: boolean;
  /** Shown before the text. */
  readonly icon?: ReactNode;
  /** Disables the button while its work is under way. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Button with a text. */
export function Button({ tone = 'plain', small, icon, busy, children, className, ...rest }: ButtonProps) {
  const classes = ['button', tone, small ? 'small' : '', className ?? ''].filter(Boolean).join(' ');
  return (
    <button type="button" {...rest} className={classes} disabled={rest.disabled || busy} aria-busy={busy}>
      {icon}
      {children}
    </button>
  );
}

/** Button that shows only an icon; `label` is its name. */
export function IconButton({ label, icon, ...rest }: ButtonProps & { readonly label: string }) {
  return (
    <Button {...rest} tone={rest.tone ?? 'quiet'} className="icon-only" aria-label={label} title={label}>
      {icon}
    </Button>
  );
}

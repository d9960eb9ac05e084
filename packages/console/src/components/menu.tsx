import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

/** Entry of a menu. */
export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** For a choice of several: whether it is the present one. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
}

/** Menu that a button opens. */
export function Menu({
  trigger,
  entries,
}: {
  /** The button. */
  readonly trigger: ReactNode;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    // Modal menus add a `<style>` element, which the policy of the page forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {entries.map(({ label, icon, disabled = false, checked, onSelect }) =>
            checked === undefined ? (
              <DropdownMenu.Item key={label} className="menu-item" disabled={disabled} onSelect={onSelect}>
                {icon}
                {label}
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.CheckboxItem
                key={label}
                className="menu-item"
                disabled={disabled}
                checked={checked}
                onSelect={onSelect}
              >
                {icon}
                {label}
                {checked ? <Check size={16} aria-hidden className="menu-check" /> : null}
              </DropdownMenu.CheckboxItem>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

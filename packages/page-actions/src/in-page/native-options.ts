/** An option of a native select. */
export interface NativeOption {
  readonly label: string;
  readonly value: string;
  readonly group: string;
  readonly disabled: boolean;
  readonly selected: boolean;
  /** Its select takes several. */
  readonly multiple: boolean;
}

/** The options of a native select. */
export function readNativeOptions(element: Element): NativeOption[] {
  if (!(element instanceof HTMLSelectElement)) return [];
  return [...element.options].map((option) => {
    const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : null;
    return {
      label: option.label || option.text,
      value: option.value,
      group: group?.label ?? '',
      disabled: option.disabled || group?.disabled === true,
      selected: option.selected,
      multiple: element.multiple,
    };
  });
}

/** Selects these options of a native select, by index. */
export function selectNativeOptions(element: Element, indexes: readonly number[]): void {
  if (!(element instanceof HTMLSelectElement)) return;
  element.focus({ preventScroll: true });
  for (const [index, option] of [...element.options].entries()) {
    const isWanted = indexes.includes(index);
    if (option.selected !== isWanted && (isWanted || element.multiple)) option.selected = isWanted;
  }
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

/** One tab; its content is rendered only while it is selected. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** Tabs, of which `selected` is shown. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a narrow screen the list scrolls.
    const active = list.current?.querySelector('[data-state="active"]');
    if (list.current && active instanceof HTMLElement)
      list.current.scrollLeft = active.offsetLeft - (list.current.clientWidth - active.offsetWidth) / 2;
  }, [selected]);
  return (
    <Radix.Root value={selected} onValueChange={onSelect} className="tabs">
      <Radix.List ref={list} className="tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="tab-content">
          {tab.id === selected && tab.content()}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

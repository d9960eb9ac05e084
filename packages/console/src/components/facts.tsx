import type { ReactNode } from 'react';

/** Names with values; those without a value are left out. `wide`: for sentences and addresses. */
export function Facts({
  facts,
  wide = false,
}: {
  readonly facts: Readonly<Record<string, ReactNode>>;
  readonly wide?: boolean;
}) {
  const shown = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return (
    <dl className={wide ? 'facts wide' : 'facts'}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

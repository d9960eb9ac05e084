import { SelectField } from '../../../components/field.tsx';
import type { BeginningId, Beginnings } from '../graph/beginnings.ts';

/** Choice of the blocks that a try executes before its block. Without blocks before it, nothing is shown. */
export function BeginningField({
  beginnings: { choices, needsPage },
  hasSession,
  value,
  onChange,
}: {
  readonly beginnings: Beginnings;
  /** Whether the run uses the page of a browser session. */
  readonly hasSession: boolean;
  readonly value: BeginningId;
  readonly onChange: (value: BeginningId) => void;
}) {
  const start = hasSession ? 'on the page of the browser session' : 'on an empty page';
  const isLost = needsPage && value === 'none' && !hasSession;
  if (choices.length < 2)
    return isLost ? (
      <p className="notice" data-tone="warn">
        This block needs a page, and no block before it opens one. Give it an address, or choose a browser
        session whose page is open.
      </p>
    ) : null;
  return (
    <SelectField
      label="Begin with"
      hint={
        isLost
          ? 'This block needs a page, and it has no address of its own: on an empty page it fails.'
          : undefined
      }
      value={value}
      options={choices.map(({ id, labels, url }) => ({
        value: id,
        label:
          id === 'none'
            ? `Only this block, ${start}`
            : id === 'open'
              ? `${labels[0]}, which opens ${url || 'an address'}`
              : `All blocks before it: ${labels.join(', ')}`,
      }))}
      onChange={({ target }) => onChange(target.value as BeginningId)}
    />
  );
}

import type { BrowserProfile } from '@runwright/client';
import { TextField } from '../../components/field.tsx';
import type { ProblemOf } from '../../components/field-problems.ts';

/** Fields for the name and the description of a browser profile. */
export function NameFields({
  profile,
  problemOf,
}: {
  readonly profile: BrowserProfile | null;
  readonly problemOf: ProblemOf;
}) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={255}
        autoComplete="off"
        hint="Each name is used once."
        defaultValue={profile?.name}
        problem={problemOf('name')}
      />
      <TextField
        label="Description"
        name="description"
        maxLength={1000}
        autoComplete="off"
        defaultValue={profile?.description ?? ''}
        problem={problemOf('description')}
      />
    </>
  );
}

import type { BrowserProfile } from '@runwright/client';
import { useBrowserProfileChanges } from '../../api/browser-profiles.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { textOf } from '../../lib/form-values.ts';
import { NameFields } from './name-fields.tsx';

/** Form that changes the name and the description of a browser profile. */
export function RenameProfile({
  profile,
  onClose,
}: {
  readonly profile: BrowserProfile;
  readonly onClose: () => void;
}) {
  const { update } = useBrowserProfileChanges();
  return (
    <FormDialog
      title={`Rename ${profile.name}`}
      submit="Save"
      done="The browser profile was changed."
      change={(form) =>
        update(profile.browser_profile_id, {
          name: textOf(form, 'name').trim(),
          description: textOf(form, 'description').trim() || null,
        })
      }
      onClose={onClose}
    >
      {(problemOf) => <NameFields profile={profile} problemOf={problemOf} />}
    </FormDialog>
  );
}

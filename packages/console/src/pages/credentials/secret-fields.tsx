import { TextField } from '../../components/field.tsx';
import { SecretField } from '../../components/secret-field.tsx';
import { type MemberFieldsProps, shownMember } from './shown-members.ts';

/** Fields of any other secret text. */
export function SecretFields({ shown, problemOf }: MemberFieldsProps) {
  return (
    <>
      <SecretField
        label="Secret"
        name="credential.secret_value"
        required
        problem={problemOf('credential.secret_value')}
      />
      <TextField
        label="What it is"
        name="credential.secret_label"
        autoComplete="off"
        placeholder="Token of the invoice API"
        defaultValue={shownMember(shown, 'secret_label')}
        problem={problemOf('credential.secret_label')}
      />
    </>
  );
}

import { useState } from 'react';
import { SelectField, TextField } from '../../components/field.tsx';
import { SecretField } from '../../components/secret-field.tsx';
import { type CodeSource, codeSources } from './read-credential.ts';
import { type MemberFieldsProps, shownMember } from './shown-members.ts';

/** Fields of a user name with a password and a source of one-time codes. */
export function PasswordFields({ shown, problemOf }: MemberFieldsProps) {
  const [source, setSource] = useState<CodeSource>((shownMember(shown, 'totp_type') || 'none') as CodeSource);
  return (
    <>
      <TextField
        label="User name"
        name="credential.username"
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={shownMember(shown, 'username')}
        problem={problemOf('credential.username')}
      />
      <SecretField
        label="Password"
        name="credential.password"
        required
        problem={problemOf('credential.password')}
      />
      <SelectField
        label="One-time codes"
        name="credential.totp_type"
        value={source}
        options={Object.entries(codeSources).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => setSource(target.value as CodeSource)}
        problem={problemOf('credential.totp_type')}
      />
      {source === 'authenticator' ? (
        <SecretField
          label="Authenticator secret"
          name="credential.totp"
          required
          hint="The base32 text behind the QR code of the site, or its otpauth:// address. Runs compute the codes from it."
          problem={problemOf('credential.totp')}
        />
      ) : null}
      {source === 'email' || source === 'text' ? (
        <TextField
          label={source === 'email' ? 'Mail address' : 'Telephone number'}
          name="credential.totp_identifier"
          autoComplete="off"
          defaultValue={shownMember(shown, 'totp_identifier')}
          hint="Where the site sends the codes. Push them under the same name, in the tab One-time codes or with the API."
          problem={problemOf('credential.totp_identifier')}
        />
      ) : null}
    </>
  );
}

import type { Credential } from '@runwright/client';
import { useState } from 'react';
import { useCredentialChanges } from '../../api/credential-pages.ts';
import { Field, SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { CardFields } from './card-fields.tsx';
import { type CredentialType, credentialTypes } from './credentials-search.ts';
import { PasswordFields } from './password-fields.tsx';
import { readCredential } from './read-credential.ts';
import { SecretFields } from './secret-fields.tsx';

/** Form for a new credential, or one that writes an existing credential anew. */
export function CredentialForm({
  credential,
  onClose,
}: {
  /** The one to write anew. */
  readonly credential: Credential | null;
  readonly onClose: () => void;
}) {
  const [type, setType] = useState<CredentialType>(credential?.credential_type ?? 'password');
  const { create, update } = useCredentialChanges();
  const Fields = fieldsOf[type];
  return (
    <FormDialog
      title={credential ? `Write ${credential.name} anew` : 'New credential'}
      submit={credential ? 'Replace' : 'Create'}
      done={credential ? 'The credential was replaced.' : 'The credential was created.'}
      change={(form) => {
        const request = readCredential(type, form);
        return credential ? update(credential.credential_id, request) : create(request);
      }}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          {credential ? (
            <p className="muted">
              The service never shows what is stored. Enter every secret again: the credential is replaced as
              a whole and keeps its id.
            </p>
          ) : (
            <SelectField
              label="Type"
              value={type}
              options={Object.entries(credentialTypes).map(([value, label]) => ({ value, label }))}
              onChange={({ target }) => setType(target.value as CredentialType)}
            />
          )}
          <TextField
            label="Name"
            name="name"
            required
            maxLength={255}
            defaultValue={credential?.name}
            problem={problemOf('name')}
          />
          <Fields shown={credential?.credential ?? null} problemOf={problemOf} />
          <Field
            label="Allowed hosts"
            hint="Where a browser may type it, one in a line: example.com with its subdomains, * for every host over https. Empty: the sites that the workflow and its caller name."
            problem={problemOf('allowed_hosts')}
          >
            {(ids) => (
              <textarea
                {...ids}
                className="input"
                name="allowed_hosts"
                rows={2}
                spellCheck={false}
                defaultValue={credential?.allowed_hosts?.join('\n')}
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  );
}

const fieldsOf = { password: PasswordFields, credit_card: CardFields, secret: SecretFields };

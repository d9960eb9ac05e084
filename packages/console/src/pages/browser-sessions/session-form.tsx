import { useBrowserProfiles } from '../../api/browser-profiles.ts';
import { useBrowserSessionChanges } from '../../api/browser-sessions.ts';
import { Checkbox, SelectField, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { browserTypes, extensions, proxyLocations, readSession } from './session-options.ts';

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Form that opens a browser session. */
export function SessionForm({ onClose }: { readonly onClose: () => void }) {
  const { create } = useBrowserSessionChanges();
  const profiles = useBrowserProfiles();
  return (
    <FormDialog
      title="New browser session"
      submit="Open"
      done="The browser session is being opened."
      change={(form) => create(readSession(form))}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <TextField
            label="Minutes until it is closed"
            name="timeout"
            type="number"
            min={5}
            max={1440}
            placeholder="60"
            hint="5 to 1440, counted from the start of the browser."
            problem={problemOf('timeout')}
          />
          <SelectField
            label="Browser profile"
            name="browser_profile_id"
            hint="The browser begins with a copy of its cookies and storage."
            options={[
              { value: '', label: 'None: an empty browser' },
              ...(profiles.data ?? []).map(({ browser_profile_id: value, name }) => ({ value, label: name })),
            ]}
            problem={profiles.error ? profiles.error.message : problemOf('browser_profile_id')}
          />
          <div className="field-row">
            <SelectField
              label="Browser"
              name="browser_type"
              options={[{ value: '', label: 'As the service is set' }, ...optionsOf(browserTypes)]}
              problem={problemOf('browser_type')}
            />
            <SelectField
              label="Proxy location"
              name="proxy_location"
              options={proxyLocations()}
              problem={problemOf('proxy_location')}
            />
          </div>
          <fieldset className="options">
            <legend>Options</legend>
            {optionsOf(extensions).map(({ value, label }) => (
              <Checkbox key={value} name="extensions" value={value} label={label} />
            ))}
            <Checkbox
              name="expose_address"
              label="Give out an address for debug clients, such as Playwright or DevTools"
            />
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

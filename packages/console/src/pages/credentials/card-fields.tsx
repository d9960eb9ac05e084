import { TextField } from '../../components/field.tsx';
import { SecretField } from '../../components/secret-field.tsx';
import { type MemberFieldsProps, shownMember } from './shown-members.ts';

/** Fields of a payment card. */
export function CardFields({ shown, problemOf }: MemberFieldsProps) {
  const named = (name: string) => ({
    name: `credential.${name}`,
    required: true,
    problem: problemOf(`credential.${name}`),
  });
  return (
    <>
      <SecretField label="Card number" inputMode="numeric" {...named('card_number')} />
      <div className="field-row">
        <SecretField label="Security code" inputMode="numeric" maxLength={4} {...named('card_cvv')} />
        <TextField
          label="Month of expiry"
          inputMode="numeric"
          placeholder="07"
          autoComplete="off"
          {...named('card_exp_month')}
        />
        <TextField
          label="Year of expiry"
          inputMode="numeric"
          placeholder="2030"
          autoComplete="off"
          {...named('card_exp_year')}
        />
      </div>
      <TextField
        label="Brand"
        placeholder="Visa"
        autoComplete="off"
        defaultValue={shownMember(shown, 'brand')}
        {...named('card_brand')}
      />
      <TextField label="Name on the card" autoComplete="off" {...named('card_holder_name')} />
    </>
  );
}

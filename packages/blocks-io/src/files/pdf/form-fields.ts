import type {
  PDFDropdown as Dropdown,
  PDFOptionList as OptionList,
  PDFDocument,
  PDFField,
  PDFFont,
  PDFTextField as TextField,
} from 'pdf-lib';

/** Form field, as described to a model. */
export interface FormField {
  readonly name: string;
  readonly kind: 'text' | 'checkbox' | 'choice' | 'choices';
  readonly options: readonly string[];
  /** Characters; null when there is no limit. */
  readonly max_length: number | null;
  readonly value: string | null;
}

/** Value for a field of a form. */
export interface FieldValue {
  readonly name: string;
  readonly value: string;
}

/** Result of filling in a form: the values that were taken, and the others with the reason. */
export interface FillFormResult {
  readonly fields: readonly FieldValue[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** Form of a PDF with a function to fill in its fields. */
export interface FillableForm {
  readonly fields: readonly FormField[];
  /** Sets a field; returns the reason when the value is rejected, else null. */
  fill(name: string, value: string): string | null;
}

/** Reads the form of a PDF without its read-only fields, buttons and signatures. */
export async function readForm(document: PDFDocument): Promise<FillableForm> {
  const library = await import('pdf-lib');
  const { PDFCheckBox, PDFDropdown, PDFOptionList, PDFRadioGroup, PDFTextField } = library;
  const font = await document.embedFont(library.StandardFonts.Helvetica);
  const writable = document
    .getForm()
    .getFields()
    .filter((field) => !field.isReadOnly());

  return {
    fields: writable.flatMap((field) => describeField(field) ?? []),
    fill(name, value) {
      const field = writable.find((one) => one.getName() === name);
      if (!field || describeField(field) === null) return 'The form has no such field.';
      return setValue(field, value);
    },
  };

  function describeField(field: PDFField): FormField | null {
    const name = field.getName();
    const plain = { name, options: [], max_length: null };
    if (field instanceof PDFTextField) {
      return {
        ...plain,
        kind: 'text',
        max_length: field.getMaxLength() ?? null,
        value: field.getText() ?? null,
      };
    }
    if (field instanceof PDFCheckBox) {
      return { ...plain, kind: 'checkbox', options: ['true', 'false'], value: String(field.isChecked()) };
    }
    if (field instanceof PDFRadioGroup) {
      return { ...plain, kind: 'choice', options: field.getOptions(), value: field.getSelected() ?? null };
    }
    if (!(field instanceof PDFDropdown || field instanceof PDFOptionList)) return null;
    const kind = field.isMultiselect() ? 'choices' : 'choice';
    return { ...plain, kind, options: field.getOptions(), value: field.getSelected().join('\n') || null };
  }

  function setValue(field: PDFField, value: string): string | null {
    if (field instanceof PDFTextField) return setText(field, value);
    if (field instanceof PDFCheckBox) {
      if (/^(?:true|yes|on|1|x)$/i.test(value.trim())) field.check();
      else if (/^(?:false|no|off|0|)$/i.test(value.trim())) field.uncheck();
      else return 'A checkbox takes `true` or `false`.';
      return null;
    }
    if (field instanceof PDFRadioGroup) {
      if (!field.getOptions().includes(value)) return `\`${value}\` is none of its options.`;
      field.select(value);
      return null;
    }
    return field instanceof PDFDropdown || field instanceof PDFOptionList
      ? selectOptions(field, value)
      : null;
  }

  function setText(field: TextField, value: string): string | null {
    const limit = field.getMaxLength();
    if (limit !== undefined && value.length > limit) return `It takes at most ${limit} characters.`;
    const unknown = findUnencodableCharacter(value, font);
    if (unknown !== null) return `Its font has no \`${unknown}\`.`;
    field.setText(value);
    return null;
  }

  function selectOptions(field: Dropdown | OptionList, value: string): string | null {
    const chosen = field.isMultiselect() ? value.split('\n') : [value];
    const foreign = chosen.find((one) => !field.getOptions().includes(one));
    const isFree = field instanceof PDFDropdown && field.isEditable();
    if (foreign !== undefined && !isFree) return `\`${foreign}\` is none of its options.`;
    const unknown = findUnencodableCharacter(value, font);
    if (unknown !== null) return `Its font has no \`${unknown}\`.`;
    field.select(chosen);
    return null;
  }
}

/** Returns the first character that a font cannot encode; null when there is none. */
export function findUnencodableCharacter(text: string, font: PDFFont): string | null {
  for (const character of text.replace(/\s/g, '')) {
    try {
      font.encodeText(character);
    } catch {
      return character;
    }
  }
  return null;
}

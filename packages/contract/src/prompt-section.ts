/**
 * Delimits untrusted text (a page, a response, a file, a mail, an action result) as data in a prompt, between
 * `[[name boundary]]` and `[[end boundary]]`. Similar lines inside the data are escaped.
 *
 * @param name small letters
 * @param boundary at least 16 hexadecimal digits that nobody outside can know
 */
export function delimitData(name: string, boundary: string, data: string): string {
  const safe = data
    .replaceAll(boundary, `${boundary.slice(0, 12)}-${boundary.slice(12)}`)
    .replace(/\[(?=\[[a-z]+ [0-9a-f-]{8,}\]\])/gi, '[ ');
  return `[[${name} ${boundary}]]\n${safe}\n[[end ${boundary}]]`;
}

/** Names of prompt sections. */
export type SectionName =
  | 'goal'
  | 'hint'
  | 'complete_when'
  | 'terminate_when'
  | 'data_wanted'
  | 'error_codes'
  | 'inputs'
  | 'guidance'
  | 'schema';

const sectionNames: readonly SectionName[] = [
  ...(['goal', 'hint', 'complete_when', 'terminate_when', 'data_wanted'] as const),
  ...(['error_codes', 'inputs', 'guidance', 'schema'] as const),
];

/**
 * Formats a section of a prompt: `<goal>`, the text, `</goal>`. The text cannot close the section or open another one; see
 * {@link sectionText}.
 */
export function promptSection(name: SectionName, text: string): string {
  return `<${name}>\n${sectionText(text)}\n</${name}>`;
}

/** Escapes section tags in a text: `</goal>` becomes `< /goal>`. */
export function sectionText(text: string): string {
  return text.replace(sectionTag, '< ');
}

// A model ignores invisible characters inside a tag.
const blank = '[\\s\\p{Cf}]*';
const sectionTag = new RegExp(`<(?=${blank}/?${blank}(?:${sectionNames.join('|')})(?![a-z_]))`, 'giu');

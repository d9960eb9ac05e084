/**
 * Puts text that people outside wrote (a page, an answer, a file, a mail, what an action reported) into a prompt as data:
 * between `[[name boundary]]` and `[[end boundary]]`. What looks like such a line inside the data is broken up.
 *
 * @param name small letters
 * @param boundary at least 16 hexadecimal digits that nobody outside can know
 */
export function fenced(name: string, boundary: string, data: string): string {
  const safe = data
    .replaceAll(boundary, `${boundary.slice(0, 12)}-${boundary.slice(12)}`)
    .replace(/\[(?=\[[a-z]+ [0-9a-f-]{8,}\]\])/gi, '[ ');
  return `[[${name} ${boundary}]]\n${safe}\n[[end ${boundary}]]`;
}

/** Names of the sections that prompts have. */
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
 * A section of a prompt with a tag of its own: `<goal>`, the text, `</goal>`. A text that may hold what others wrote cannot
 * end the section or begin another one, see {@link sectionText}.
 */
export function section(name: SectionName, text: string): string {
  return `<${name}>\n${sectionText(text)}\n</${name}>`;
}

/** A text for inside of a section: tags of sections in it are broken up, `</goal>` is `< /goal>`. */
export function sectionText(text: string): string {
  return text.replace(sectionTag, '< ');
}

// Blanks that nobody sees do not make another tag of one for a model.
const blank = '[\\s\\p{Cf}]*';
const sectionTag = new RegExp(`<(?=${blank}/?${blank}(?:${sectionNames.join('|')})(?![a-z_]))`, 'giu');

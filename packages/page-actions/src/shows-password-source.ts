import { showsPassword } from './in-page/password-field.ts';
import { passwordPatterns } from './in-page/password-words.ts';

/** The text of {@link showsPassword} with the words of all languages, as a function of an element and a `LabelMatch`. */
export const showsPasswordSource: string = `(element, match) => (${showsPassword})(element, match, ${JSON.stringify(passwordPatterns)})`;

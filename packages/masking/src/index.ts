/**
 * One rule for finding secrets in texts, used by everything that stores or shows texts: the engine, the browser driver and
 * its recordings. Pure functions, without I/O.
 *
 * @packageDocumentation
 */
export { changeJsonText } from './change-json-text.ts';
export { createMask, type MaskOptions } from './create-mask.ts';
export { followGuesses, type Guesses } from './follow-guesses.ts';
export { type ChangeText, changeJson, changeTexts, textsIn } from './json-texts.ts';
export { createApartMask, createApartSearch } from './mask-apart.ts';
export { decodedPlaceholder, placeholderPattern } from './placeholder.ts';
export { isGuessable, minimumMaskedLength } from './secret-forms.ts';
export { isSecretHeader } from './secret-header.ts';

const cased = /\p{Cased}/u;

// The letters whose titlecase form is a letter of its own.
const titleForms: Readonly<Record<string, string>> = {
  Ǆ: 'ǅ',
  ǅ: 'ǅ',
  ǆ: 'ǅ',
  Ǉ: 'ǈ',
  ǈ: 'ǈ',
  ǉ: 'ǈ',
  Ǌ: 'ǋ',
  ǋ: 'ǋ',
  ǌ: 'ǋ',
  Ǳ: 'ǲ',
  ǲ: 'ǲ',
  ǳ: 'ǲ',
};

export function isCased(character: string): boolean {
  return cased.test(character);
}

/** A character as the first letter of a word. */
export function titleCharacter(character: string): string {
  const title = titleForms[character];
  if (title !== undefined) return title;
  const upper = character.toUpperCase();
  const [first = '', ...rest] = upper;
  return rest.length === 0 ? upper : first + rest.join('').toLowerCase();
}

/** `str.capitalize`: the first character as a title, the rest in lower case. */
export function capitalize(text: string): string {
  const [first] = text;
  return first === undefined ? '' : titleCharacter(first) + text.slice(first.length).toLowerCase();
}

/** `str.title`: every run of cased letters begins with a capital. */
export function titleCase(text: string): string {
  let result = '';
  let inWord = false;
  for (const character of text) {
    result += inWord ? character.toLowerCase() : titleCharacter(character);
    inWord = isCased(character);
  }
  return result;
}

/** `str.swapcase`. */
export function swapCase(text: string): string {
  let result = '';
  for (const character of text) {
    const upper = character.toUpperCase();
    result += upper === character ? character.toLowerCase() : upper;
  }
  return result;
}

/** `str.casefold`: lower case for comparing, with the letters that fold to several. */
export function caseFold(text: string): string {
  return text.toLowerCase().replace(/[ßſςϐϑϕϖϰϱϵẛẞŉǰΐΰևẖ-ẚﬀ-ﬆﬓ-ﬗ]/gu, (letter) => {
    if (letter === 'ẞ') return 'ss';
    return letter.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  });
}

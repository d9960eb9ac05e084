const cased = /\p{Cased}/u;
const titleLetter = /\p{Lt}/u;
const caseIgnorable = /\p{Case_Ignorable}/u;
const letterAfter = /\p{Case_Ignorable}*\p{Cased}/uy;
const cherokeeCapital = /[\u13a0-\u13f5]/;
// Georgian letters have capitals for text in capitals alone; a Greek iota subscript stays one under a capital.
const georgian = /[\u10d0-\u10ff]/;
const greekExtended = /[\u1f80-\u1fff]/;
const iotaSubscript = '\u0345';

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
  if (georgian.test(character)) return character;
  const upper = character.toUpperCase();
  const [first = '', ...rest] = upper;
  if (rest.length === 0 || !isCased(first)) return upper;
  return greekExtended.test(character) && rest.at(-1) === '\u0399'
    ? (first + rest.join('').replace('\u0399', iotaSubscript)).normalize('NFC')
    : first + rest.join('').toLowerCase();
}

/** `str.capitalize`: the first character as a title, the rest in lower case. */
export function capitalize(text: string): string {
  const [first = ''] = text;
  return titleCharacter(first) + lowered(text, first.length).join('');
}

/** `str.title`: every run of cased letters begins with a capital. */
export function titleCase(text: string): string {
  let result = '';
  let inWord = false;
  const lower = lowered(text, 0);
  for (const [index, character] of Array.from(text).entries()) {
    result += inWord ? lower[index] : titleCharacter(character);
    inWord = isCased(character);
  }
  return result;
}

/** `str.swapcase`. */
export function swapCase(text: string): string {
  const lower = lowered(text, 0);
  const swapped = Array.from(text, (character, index) => {
    if (titleLetter.test(character)) return character;
    const upper = character.toUpperCase();
    return upper === character ? lower[index] : upper;
  });
  return swapped.join('');
}

/** `str.casefold`: lower case for comparing, with the letters that fold to several. */
export function caseFold(text: string): string {
  const known = new Map<string, string>();
  const fold = (character: string): string => {
    const result = known.get(character) ?? folded(character);
    known.set(character, result);
    return result;
  };
  return Array.from(text, fold).join('');
}

function folded(character: string): string {
  if (character === 'ẞ') return 'ss';
  if (character === 'ı' || cherokeeCapital.test(character)) return character;
  const upper = character.toUpperCase();
  return cherokeeCapital.test(upper) ? upper : upper.toLowerCase().replaceAll('ς', 'σ');
}

/** The characters from `from` on in lower case, each where it stands, so that a sigma at the end of a word is final. */
function lowered(text: string, from: number): string[] {
  let at = from;
  return Array.from(text.slice(from), (character) => {
    at += character.length;
    if (character !== 'Σ') return character.toLowerCase();
    return endsWord(text, at) ? 'ς' : 'σ';
  });
}

/** Tests whether the letter that ends at `end` has a cased letter before it and none after it, apostrophes and the like aside. */
function endsWord(text: string, end: number): boolean {
  letterAfter.lastIndex = end;
  if (letterAfter.test(text)) return false;
  let before = end - 1;
  while (before > 0 && caseIgnorable.test(text.charAt(before - 1))) before -= 1;
  const unit = text.charCodeAt(before - 1);
  const isPair = unit >= 0xdc00 && unit <= 0xdfff && before > 1;
  return isCased(text.slice(before - (isPair ? 2 : 1), before));
}

const words: Readonly<Record<string, string>> = {
  ...{ string: 'Text', integer: 'Whole number', float: 'Number', boolean: 'Yes or no', json: 'JSON' },
  ...{ file_url: 'File', credential_id: 'Credential' },
};

/** Returns the type of a parameter in words. */
export function parameterTypeWords(type: string): string {
  return Object.hasOwn(words, type) ? (words[type] ?? type) : type;
}

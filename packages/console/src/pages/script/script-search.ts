/** What is shown of a script, in the address. */
export interface ScriptSearch {
  /** Default: the latest. */
  readonly version?: number;
  /** Path of a file. Default: the first. */
  readonly file?: string;
}

/** Reads the members of the address; what is none is left out. */
export function scriptSearch({ version, file }: Readonly<Record<string, unknown>>): ScriptSearch {
  const number = Number(version);
  return {
    ...(Number.isInteger(number) && number > 0 ? { version: number } : {}),
    ...(typeof file === 'string' && file !== '' ? { file } : {}),
  };
}

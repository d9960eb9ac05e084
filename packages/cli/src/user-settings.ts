/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads a variable by its name; null when it is missing or blank. */
export type ReadVariable = (name: string) => string | null;

/** Creates the function that reads one of these variables. */
export function variableReader(variables: Variables = process.env): ReadVariable {
  return (name) => variables[name]?.trim() || null;
}

/** The settings that select the user of the process. They are read before the service is loaded, which takes a second. */
export interface UserSettings {
  /** Default `./.runwright`. */
  readonly dataDir: string;
  /** Name or id of the user that the process changes to when root starts it; null to keep the user. */
  readonly user: string | null;
}

/** Reads them. */
export function readUser(text: ReadVariable = variableReader()): UserSettings {
  return { dataDir: text('RUNWRIGHT_DATA_DIR') ?? './.runwright', user: text('RUNWRIGHT_USER') };
}

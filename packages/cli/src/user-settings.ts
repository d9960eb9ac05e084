/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The settings that select the user of the process. They are read before the service is loaded, which takes a second. */
export interface UserSettings {
  /** Default `./.runwright`. */
  readonly dataDir: string;
  /** Name or id of the user that the process changes to when root starts it; null to keep the user. */
  readonly user: string | null;
}

/** Reads them. */
export function readUser(variables: Variables = process.env): UserSettings {
  const text = (name: string) => variables[name]?.trim() || null;
  return { dataDir: text('RUNWRIGHT_DATA_DIR') ?? './.runwright', user: text('RUNWRIGHT_USER') };
}

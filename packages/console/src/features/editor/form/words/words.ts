/** What a form calls a member, and says about it. */
export interface FieldWords {
  readonly title: string;
  /** Replaces the description of the schema, which is also that of the API. */
  readonly help?: string;
}

/** Words of the members of an object, by path. */
export type WordsOfFields = Readonly<Record<string, FieldWords>>;

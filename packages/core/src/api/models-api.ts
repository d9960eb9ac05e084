/** Models that runs may ask for by name. */
export interface ModelsApi {
  /** Labels by name, as the host configured them. Empty when it has configured no model. */
  readonly labels: Readonly<Record<string, string>>;
  /** Name of the model that runs use when they ask for none; null when there is no model. */
  readonly defaultName: string | null;
}

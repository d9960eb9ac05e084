/** What of a workflow the address names. */
export interface EditorSearch {
  /** Label of the block that is selected first. */
  readonly block?: string;
}

/** Reads the address; what is no label is left out. */
export function editorSearch({ block }: Readonly<Record<string, unknown>>): EditorSearch {
  return typeof block === 'string' && block !== '' ? { block } : {};
}

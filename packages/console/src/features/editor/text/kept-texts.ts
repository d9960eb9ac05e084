/** Texts of versions that this tab has saved: the service keeps no comments, and memory does until the tab is reloaded. */
const texts = new Map<string, string>();
const mostTexts = 50;

/** Remembers the text that a version was saved with. `versionId` is the `workflow_id` of the version, which never changes. */
export function keepText(versionId: string, text: string): void {
  texts.delete(versionId);
  texts.set(versionId, text);
  const [oldest] = texts.keys();
  if (texts.size > mostTexts && oldest !== undefined) texts.delete(oldest);
}

/** Returns the text that a version was saved with in this tab, if any. */
export function keptText(versionId: string): string | undefined {
  return texts.get(versionId);
}

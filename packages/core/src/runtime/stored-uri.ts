/** Returns the stable URI of an artifact. File fields of blocks read it. */
export function artifactUri(artifactId: string): string {
  return `artifact://${artifactId}`;
}

/** Returns the stable URI of a file. File fields of blocks read it. */
export function fileUri(fileId: string): string {
  return `runwright://files/${fileId}`;
}

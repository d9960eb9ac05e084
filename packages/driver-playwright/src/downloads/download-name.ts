const maxNameLength = 200;

/** Returns the last segment of an address; empty for one without segments. */
export function extractName(url: string): string {
  return /^https?:\/\/[^/]*\/(?:[^?#]*\/)?([^/?#]+)/.exec(url)?.[1] ?? '';
}

/** Returns a name as one segment, without what changes the direction of a line or cannot be seen. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  return clean.slice(0, maxNameLength).toWellFormed() || 'download';
}

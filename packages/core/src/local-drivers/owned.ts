/** Returns the row if it belongs to the organization, else null. */
export function owned<T extends { readonly organizationId: string }>(
  row: T | undefined,
  organizationId: string,
): T | null {
  return row?.organizationId === organizationId ? row : null;
}

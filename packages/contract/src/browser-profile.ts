/** Cookies and storage under a name, which runs and sessions begin with. Times are epoch ms. */
export interface BrowserProfile {
  /** `bp_`. */
  readonly browserProfileId: string;
  readonly organizationId: string;
  /** Unique among the profiles of the organization that are not deleted. */
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly deletedAt: number | null;
}

/** A profile with its encrypted `BrowserState`; `""` once it is deleted. */
export interface BrowserProfileRow extends BrowserProfile {
  readonly ciphertext: string;
}

/** Licences, as SPDX identifiers, that packages which Runwright ships with may have. */
export const allowedLicences: readonly string[] = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0'],
  // PSF-2.0 is that of Python, permissive like BSD: argparse, which the command line of js-yaml uses.
  ...['ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'PSF-2.0', 'Unicode-3.0', 'Unlicense', 'Zlib'],
];

/** Packages whose manifest names no licence, or not in SPDX, with the licence that their text is. */
export const knownLicences: Readonly<Record<string, string>> = {
  // Its manifest says `BSD`.
  duck: 'BSD-2-Clause',
};

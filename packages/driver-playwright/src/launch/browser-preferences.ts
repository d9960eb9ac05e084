import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Preferences of a browser that tells no service what its pages are: no check of passwords and addresses, no suggestions, no
 * dictionaries, no accounts. No switch turns these off.
 * Names: https://chromium.googlesource.com/chromium/src/+/main/chrome/common/pref_names.h and `pref_names.h` of the components
 */
const preferences = {
  // The store of passwords: it asks whether a password is known to have leaked at each sign-in.
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: { password_manager_leak_detection: false },
  // Asks about addresses and downloads.
  safebrowsing: { enabled: false, enhanced: false },
  // Asks what could be typed next into the address bar.
  search: { suggest_enabled: false },
  // Asks for pages in the place of those that do not load.
  alternate_error_pages: { enabled: false },
  // Resolves names and connects before a page asks for it.
  net: { network_prediction_options: 2 },
  translate: { enabled: false },
  signin: { allowed: false, allowed_on_next_startup: false },
  // Fetches a dictionary when something is typed.
  browser: { enable_spellchecking: false },
  spellcheck: { dictionaries: [], dictionary: '', use_spelling_service: false },
};

/** Writes the preferences into a new profile, before its browser starts. */
export async function writePreferences(profile: string): Promise<void> {
  const folder = join(profile, 'Default');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'Preferences'), JSON.stringify(preferences), { mode: 0o600 });
}

/** Puts secrets in at the last moment, and takes them out of everything that is handed back. */
export interface Secrets {
  /** The text with its placeholders filled in for a frame of this origin, and whether there were any. */
  reveal(text: string, origin: string): { readonly text: string; readonly isSecret: boolean };
  /** Every value that was revealed so far, as it is and in the forms in which pages repeat it, replaced by `[secret]`. */
  mask(text: string): string;
}

const placeholder = /\{\{[^{}]*\}\}/g;
/** Shorter values would mask half of any page. */
const shortestMasked = 4;

/** @param revealOne fills in placeholders; throws when one may not be had */
export function secretsOf(revealOne: (text: string, origin: string) => string): Secrets {
  const forms = new Set<string>();
  const remember = (value: string): void => {
    if (value.length < shortestMasked) return;
    const json = JSON.stringify(value).slice(1, -1);
    const html = value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
    const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
    for (const form of [value, encodeURIComponent(value), json, html, base64]) forms.add(form);
  };
  return {
    reveal(text, origin) {
      let isSecret = false;
      for (const [one] of text.matchAll(placeholder)) {
        const value = revealOne(one, origin);
        if (value === one) continue;
        isSecret = true;
        remember(value);
      }
      return { text: isSecret ? revealOne(text, origin) : text, isSecret };
    },
    mask(text) {
      let masked = text;
      for (const form of [...forms].sort((one, other) => other.length - one.length)) {
        masked = masked.replaceAll(form, '[secret]');
      }
      return masked;
    },
  };
}

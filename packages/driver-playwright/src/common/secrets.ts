/** Fills in secrets when a text is typed, and masks them in everything that is returned. */
export interface Secrets {
  /** The text with its placeholders filled in for a frame of this origin, and whether there were any. */
  reveal(text: string, origin: string): { readonly text: string; readonly isSecret: boolean };
  /** Every value that was revealed so far, as it is and in the forms in which pages repeat it, replaced by `[secret]`. */
  mask(text: string): string;
  /** The same for every text inside a JSON value. */
  maskAll<Value>(value: Value): Value;
  /** Returns true when any value was revealed so far, also a short one. */
  hasAny(): boolean;
}

const placeholder = /\{\{[^{}]*\}\}/g;
/** Shorter values would mask half of any page. */
const shortestMasked = 4;

/** @param revealOne fills in placeholders; throws when one may not be had */
export function createSecrets(revealOne: (text: string, origin: string) => string): Secrets {
  const forms = new Set<string>();
  let hasAny = false;
  const remember = (value: string): void => {
    if (value.length < shortestMasked) return;
    const json = JSON.stringify(value).slice(1, -1);
    const html = value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
    const digits = value.replaceAll(/[\s-]/g, '');
    const groups = /^\d{12,}$/.test(digits) ? (digits.match(/\d{1,4}/g) ?? []) : [];
    for (const form of [
      value,
      encodeURIComponent(value),
      encodeURIComponent(value).replaceAll('%20', '+'),
      new URLSearchParams({ value }).toString().slice('value='.length),
      json,
      html,
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
      ...[0, 1, 2].map((offset) => base64At(value, offset)),
      // As views write quotes, as files are named, and as cards are shown.
      value.replaceAll('"', "'"),
      value.replaceAll(/[\\/:*?"<>|]/g, '_'),
      ...(groups.length > 0 ? [groups.join(' '), groups.join('-'), groups.join('')] : []),
    ])
      if (form.length >= shortestMasked) forms.add(form);
  };
  const mask = (text: string): string => {
    let masked = text;
    for (const form of [...forms].sort((one, other) => other.length - one.length)) {
      masked = masked.replaceAll(form, '[secret]');
    }
    return masked;
  };
  return {
    mask,
    hasAny: () => hasAny,
    maskAll: (value) => (forms.size === 0 ? value : structured(value, mask)),
    reveal(text, origin) {
      let isSecret = false;
      for (const [one] of text.matchAll(placeholder)) {
        const value = revealOne(one, origin);
        if (value === one) continue;
        isSecret = true;
        hasAny = true;
        remember(value);
      }
      return { text: isSecret ? revealOne(text, origin) : text, isSecret };
    },
  };
}

/** The characters of a base64 text that a value alone decides when it begins `offset` bytes after a multiple of three. */
function base64At(value: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  const text = bytes.toString('base64').replace(/=+$/, '');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** A copy of a JSON value with every text changed. */
function structured<Value>(value: Value, change: (text: string) => string): Value {
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copy(inner)]));
  };
  // The copy has the shape of the original: only texts differ.
  return copy(value) as Value;
}

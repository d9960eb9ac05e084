import type { MailboxAddress } from 'nodemailer/lib/addressparser';

/** An address of a mail, and the name that people see. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Texts as people write them, sorted into addresses that a mail can go to and what is none. */
export interface Addresses {
  readonly valid: readonly Mailbox[];
  readonly invalid: readonly string[];
}

/**
 * Reads addresses: `a@b.test`, `Ann <a@b.test>`, several with commas between them. An address that is there twice is
 * taken once.
 */
export async function readAddresses(texts: readonly string[]): Promise<Addresses> {
  const { default: parse } = await import('nodemailer/lib/addressparser');
  const found = texts.flatMap((text) => parse(oneLine(text), { flatten: true }));
  const valid = new Map<string, Mailbox>();
  const invalid: string[] = [];
  for (const mailbox of found) {
    const { name, address } = mailbox;
    if (!isAddress(address)) invalid.push(written(mailbox));
    else if (!valid.has(address.toLowerCase()))
      valid.set(address.toLowerCase(), { name: oneLine(name), address });
  }
  return { valid: [...valid.values()], invalid };
}

/** Text without anything that could end a header: line breaks and other control characters become spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** A local part of plain characters and dots, and a domain of at least two labels; lengths are those of RFC 5321. */
function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  return (
    at > 0 &&
    local.length <= 64 &&
    domain.length <= 255 &&
    local.split('.').every((atom) => /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom)) &&
    domain.includes('.') &&
    domain.split('.').every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label))
  );
}

function written({ name, address }: MailboxAddress): string {
  return [name, address].filter((part) => part !== '').join(' ');
}

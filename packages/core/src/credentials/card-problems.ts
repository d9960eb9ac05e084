import type { Problem } from '@runwright/contract';
import { asRecord, valueError } from '@runwright/definition';

/** Returns the mistakes in a payment card that its schema cannot tell; no message repeats a part of the card. */
export function cardProblems(card: unknown): readonly Problem[] {
  const { card_number: number, card_exp_month: month } = asRecord(card) ?? {};
  return [
    ...(isWritten(number) && !isCardNumber(number)
      ? [
          valueError(
            ['credential', 'card_number'],
            'it is no card number: these have 12 to 19 digits, of which the last one checks the others; compare it with the card',
          ),
        ]
      : []),
    ...(isWritten(month) && !/^\s*(?:0?[1-9]|1[0-2])\s*$/.test(month)
      ? [valueError(['credential', 'card_exp_month'], 'it is no month; write 1 to 12')]
      : []),
  ];
}

function isWritten(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns whether a text has the digits of a card number, and the check digit fits them: ISO/IEC 7812-1, annex B (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (1 + (index % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

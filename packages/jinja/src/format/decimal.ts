// No double has more digits after the point than this (2^-1074); the rest are zeros.
const mostDecimals = 1_074;

/** A finite, not negative float with `decimals` digits after the point, exactly rounded, ties to even. */
export function fixedText(value: number, decimals: number): string {
  const exact = Math.min(decimals, mostDecimals);
  const digits = scaled(value, exact)
    .toString()
    .padStart(exact + 1, '0');
  const whole = digits.slice(0, digits.length - exact);
  if (decimals === 0) return whole;
  return `${whole}.${digits.slice(digits.length - exact)}${'0'.repeat(decimals - exact)}`;
}

/** A finite, not negative float as its first `decimals + 1` digits and a power of ten, exactly rounded, ties to even. */
export function exponentDigits(value: number, decimals: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '0'.repeat(decimals + 1), exponent: 0 };
  const exact = Math.min(decimals, mostDecimals);
  const guess = Number(value.toExponential().split('e')[1]);
  const digits = scaled(value, exact - guess).toString();
  const exponent = guess + digits.length - exact - 1;
  const kept = digits.slice(0, exact + 1).padEnd(exact + 1, '0');
  return { digits: kept + '0'.repeat(decimals - exact), exponent };
}

/** Rounds `value × 10^power` to a whole number, ties to even. */
export function scaled(value: number, power: number): bigint {
  const { mantissa, exponent } = binaryParts(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** A float that is not negative as `mantissa × 2^exponent`. */
export function binaryParts(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const stored = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  if (stored === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | 0x10000000000000n, exponent: stored - 1075 };
}

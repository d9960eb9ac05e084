/** A float as Python's `repr` prints it: the shortest digits that read back the same, an exponent from 1e16 and below 1e-4. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) {
    const plain = String(value);
    if (plain.includes('.') && !plain.includes('e')) return plain;
    return plain.includes('e') ? decimal(value, mantissa, exponent) : `${plain}.0`;
  }
  const sign = exponent < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function decimal(value: number, mantissa: string, exponent: number): string {
  return value.toFixed(Math.max(1, mantissa.replace(/[-.]/g, '').length - 1 - exponent));
}

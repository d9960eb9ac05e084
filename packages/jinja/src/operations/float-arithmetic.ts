import { runtimeError } from '../error.ts';
import type { BinaryOperator } from '../syntax/node.ts';
import { complexPower } from '../value/complex.ts';
import { toFloat } from '../value/float.ts';
import type { Value } from '../value/value.ts';

/** Arithmetic of Python's floats: division by zero and overflow of a power are errors, not infinities. */
export function floatOperation(operator: BinaryOperator, a: number, b: number): Value {
  switch (operator) {
    case '+':
      return toFloat(a + b);
    case '-':
      return toFloat(a - b);
    case '*':
      return toFloat(a * b);
    case '/':
      if (b === 0) throw runtimeError('float division by zero');
      return toFloat(a / b);
    case '//':
      if (b === 0) throw runtimeError('float floor division by zero');
      return toFloat(floorDivide(a, b));
    case '%':
      if (b === 0) throw runtimeError('float modulo');
      return toFloat(modulo(a, b));
    case '**':
      return isComplexPower(a, b) ? complexPower(a, b) : toFloat(power(a, b));
  }
}

/** The remainder with the sign of the divisor. */
function modulo(a: number, b: number): number {
  const remainder = a % b;
  if (remainder === 0) return b < 0 ? -0 : 0;
  return remainder < 0 !== b < 0 ? remainder + b : remainder;
}

/** The quotient rounded down, from the remainder, so that it agrees with it. */
function floorDivide(a: number, b: number): number {
  const remainder = a % b;
  let quotient = (a - remainder) / b;
  if (remainder !== 0 && remainder < 0 !== b < 0) quotient -= 1;
  if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

function isComplexPower(a: number, b: number): boolean {
  return a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b);
}

function power(a: number, b: number): number {
  if (a === 0 && b < 0) throw runtimeError('0.0 cannot be raised to a negative power');
  if (a === 1 || b === 0) return 1;
  if (a === -1 && !Number.isFinite(b) && !Number.isNaN(b)) return 1;
  const result = a ** b;
  if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b))
    throw runtimeError("(34, 'Numerical result out of range')");
  return result;
}

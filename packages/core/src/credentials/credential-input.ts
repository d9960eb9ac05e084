import {
  type CredentialInput,
  CredentialType,
  CreditCardInput,
  PasswordInput,
  type Problem,
  SecretInput,
  Type,
} from '@runwright/contract';
import { asRecord, compileSchema, inDocumentOrder, invalidInput, valueError } from '@runwright/definition';
import { cardProblems } from './card-problems.ts';
import { isOneTimeSecret } from './totp.ts';

/** See `hostPattern` in `named-sites.ts`. */
const hostEntry = '^(https?://)?(\\*|(\\*\\.)?[A-Za-z0-9.-]+(:\\d{1,5})?|\\[[0-9a-fA-F:.]+\\](:\\d{1,5})?)$';
const shell = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  credential_type: CredentialType,
  allowed_hosts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: hostEntry }), { maxItems: 100 }),
  ),
};
const shapes = { password: PasswordInput, credit_card: CreditCardInput, secret: SecretInput };
const checks = {
  password: compileSchema(Type.Object({ ...shell, credential: shapes.password })),
  credit_card: compileSchema(Type.Object({ ...shell, credential: shapes.credit_card })),
  secret: compileSchema(Type.Object({ ...shell, credential: shapes.secret })),
};
const checkUnknown = compileSchema(Type.Object({ ...shell, credential: Type.Object({}) }));

/**
 * A credential as somebody writes it, without members that its type does not have. Throws `invalid_input` with every
 * mistake; no message repeats a value of the credential.
 */
export function readCredential(input: unknown): CredentialInput {
  const type = CredentialType.enum.find((name) => name === asRecord(input)?.credential_type);
  const checked = (type ? checks[type] : checkUnknown)(input);
  const problems = inDocumentOrder(
    [
      ...(checked.ok ? [] : checked.problems.map(inWords)),
      ...totpProblems(input, type),
      ...(type === 'credit_card' ? cardProblems(asRecord(input)?.credential) : []),
    ],
    input,
  );
  if (problems.length > 0 || !checked.ok || !type)
    throw invalidInput('The credential cannot be kept', problems);
  const { name, credential, allowed_hosts } = checked.value as {
    readonly name: string;
    readonly credential: object;
    readonly allowed_hosts?: readonly string[];
  };
  const known = Object.entries(credential).filter(([member]) =>
    Object.hasOwn(shapes[type].properties, member),
  );
  // The check by the type's own schema makes the parts fit each other.
  const hosts = allowed_hosts === undefined ? {} : { allowed_hosts };
  return { name, credential_type: type, credential: Object.fromEntries(known), ...hosts } as CredentialInput;
}

/** A pattern tells people nothing. */
function inWords(problem: Problem): Problem {
  const [member] = problem.path;
  if (member !== 'allowed_hosts' || !problem.message.includes('pattern')) return problem;
  return valueError(
    problem.path,
    'it is no host; write one such as `example.com` or `http://intranet.example:8080`, without a path',
  );
}

function totpProblems(input: unknown, type: CredentialType | undefined): readonly Problem[] {
  const totp = type === 'password' ? asRecord(asRecord(input)?.credential)?.totp : undefined;
  if (typeof totp !== 'string' || totp === '' || isOneTimeSecret(totp)) return [];
  const reason =
    'it is neither base32 nor an otpauth://totp/ address; copy it from the page that showed the QR code';
  return [valueError(['credential', 'totp'], reason)];
}

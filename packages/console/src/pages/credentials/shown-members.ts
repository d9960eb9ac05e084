import type { Credential } from '@runwright/client';
import type { ProblemOf } from '../../components/field-problems.ts';

/** Members of a credential that the service shows: none of them is secret. */
export type ShownMembers = Credential['credential'];

/** Properties of the fields of one type of credential. */
export interface MemberFieldsProps {
  /** What the service shows of the credential to write anew. */
  readonly shown: ShownMembers | null;
  readonly problemOf: ProblemOf;
}

/** Returns a shown member; empty when the credential has none of this name. */
export function shownMember(shown: ShownMembers | null, name: string): string {
  const value = (shown as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : '';
}

import type { ActionTarget, RecordedTarget, TargetMatch } from '@runwright/contract';
import { type FakeElement, type FakePage, shownKind } from './fake-page.ts';

/** Returns the record of an element of a fake page: its id is its only attribute. */
export function fakeTarget(element: FakeElement): ActionTarget {
  const { id, name } = element;
  const kind = shownKind(element);
  const fingerprint = {
    name: name.toLowerCase(),
    kind,
    attributes: [`id=${id}`],
    path: '',
    row: '',
    placeholder: '',
  };
  return { id, kind, name, fingerprint, selectors: [`#${id}`, `role=${kind}[name=${JSON.stringify(name)}]`] };
}

/** Returns the elements of a fake page that are like a recorded one; kind, name and id count for a third each. */
export function fakeMatches({ elements = [] }: FakePage, target: RecordedTarget): readonly TargetMatch[] {
  const inRow = elements.filter(({ row }) => target.row?.every((text) => row?.includes(text)) !== false);
  const onlyOne = (selector: string): FakeElement | null => {
    const found = inRow.filter((element) => fakeTarget(element).selectors?.includes(selector));
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  const { name, attributes } = Object(target.fingerprint) as {
    readonly name?: unknown;
    readonly attributes?: unknown;
  };
  const ids = Array.isArray(attributes) ? attributes : [];
  const wantedName = typeof name === 'string' ? name : target.name.toLowerCase();
  return inRow
    .map((element) => {
      const { id } = element;
      const kind = shownKind(element);
      const equal = [
        kind === target.kind,
        element.name.toLowerCase() === wantedName,
        ids.includes(`id=${id}`),
      ];
      const selectors = target.selectors.flatMap((selector, index) =>
        onlyOne(selector) === element ? [index] : [],
      );
      return { id, score: equal.filter(Boolean).length / equal.length, selectors };
    })
    .sort((one, other) => other.score - one.score);
}

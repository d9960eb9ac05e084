import {
  type BlockContext,
  type BrowserSession,
  delimitData,
  type PageView,
  type Static,
  Type,
  type VisibleElement,
} from '@runwright/contract';
import { observePage, saveObservation, userMessage } from './observe.ts';
import { inputsText, promptBoundaries } from './prompt-boundaries.ts';
import type { Random } from './random-id.ts';
import { renderPrompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import { think } from './think.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Actions that an observed element may be meant for. */
export const elementActions = [
  'click',
  'hover',
  'input_text',
  'select_option',
  'checkbox',
  'upload_file',
] as const;

/** An element of the page that an observation found, and what to do with it. */
export const ObservedElement = Type.Object({
  id: Type.String({ description: 'Id of the element in the tab, such as a12.' }),
  kind: Type.String({ description: 'Role or kind, such as `button`.' }),
  name: Type.String({ description: 'Accessible name.' }),
  value: nullable(Type.String({ description: 'Value that is shown; null when the kind has none.' })),
  description: Type.String({ description: 'What the element is for, in the words of the model.' }),
  action: Type.Enum([...elementActions], { type: 'string', description: 'What to do with it.' }),
  argument: nullable(Type.String({ description: 'Text to type or option to choose.' })),
  selector: nullable(Type.String({ description: 'CSS selector; null for an element that is gone by now.' })),
});
export type ObservedElement = Static<typeof ObservedElement>;

/** Answer of the model. */
const Found = Type.Object(
  {
    elements: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Such as a12.' }),
          description: Type.String(),
          action: Type.Enum([...elementActions], { type: 'string' }),
          argument: nullable(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** Request of {@link findElements}. */
export interface FindRequest {
  /** What to look for, in natural language. */
  readonly request: string;
  /** Values of parameters; secrets are placeholders. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Most elements that are returned. */
  readonly limit: number;
  /** Source of the boundaries around page text. Default: `randomBytes` of `node:crypto`. */
  readonly random?: Random | undefined;
}

/** Page that was observed, with the elements that were found, best first. */
export interface FoundElements {
  readonly view: Pick<PageView, 'url' | 'title'>;
  readonly elements: readonly ObservedElement[];
}

/** Lets a model name the elements of the current page that a request asks for. Does nothing on the page. */
export async function findElements(
  session: BrowserSession,
  context: BlockContext,
  step: Step,
  { request, inputs, limit, random }: FindRequest,
): Promise<FoundElements> {
  const observation = await observePage(session.page, context, { largeBudget: true });
  const { view } = observation;
  saveObservation(step, observation);
  const boundaries = promptBoundaries(random);
  const messages = [
    { role: 'system', content: renderPrompt('observe-system', { limit }) },
    userMessage([
      renderPrompt('observe-task', {
        goal: request,
        inputs: Object.keys(inputs).length === 0 ? null : inputsText(inputs, boundaries),
      }),
      delimitData('page', boundaries.page(), view.text),
    ]),
  ] as const;
  const answer = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'observe_page' },
    (ids) =>
      context
        .model('locate')
        .generate({ messages, schema: Found, name: 'observe', ...ids, signal: context.signal }),
    (value) => ({ observation: request, output: { ...value } }),
  );
  const known = new Map(view.elements().map((element) => [element.id, element]));
  const named = answer.elements.flatMap(({ id, ...rest }) => {
    const element = known.get(id.trim().replace(/^\*/, ''));
    return element ? [{ ...rest, element }] : [];
  });
  const distinct = [...new Map(named.toReversed().map((each) => [each.element.id, each])).values()];
  const best = distinct.toReversed().slice(0, limit);
  const { css } = await view.artifacts();
  return {
    view,
    elements: best.map(({ element, ...rest }) => ({
      ...shownElement(element),
      ...rest,
      selector: css[element.id] ?? null,
    })),
  };
}

function shownElement({ id, kind, name, value }: VisibleElement) {
  return { id, kind, name, value };
}

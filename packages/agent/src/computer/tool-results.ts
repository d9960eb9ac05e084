import type { Image, Part } from '@runwright/contract';
import { imagePart } from '../observe.ts';
import type { PagePoint } from '../screen/point-space.ts';
import { checksOf, computerActionsOf, isComputerCall, type ToolCall } from './tool-calls.ts';

/** What the results of calls are made of. */
export interface ResultInput {
  /** The page as it is now. */
  readonly image: Image;
  /** Point of the image where the model has put the pointer; null when it has not. */
  readonly pointer: PagePoint | null;
  /** Why the calls were not executed; null when they were. */
  readonly problem: string | null;
  /** Takes a larger picture of a part of the image. */
  readonly takeZoom: (area: ZoomArea) => Promise<Image>;
}

/** Part of an image, in its pixels. */
export interface ZoomArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the result of each call, for a provider that takes any content: words where a call was not executed, the answer to a
 * question, and one screenshot with the last call of the computer tool.
 */
export async function resultsOf(calls: readonly ToolCall[], input: ResultInput): Promise<readonly Part[]> {
  const last = calls.findLast(isComputerCall);
  const results: Part[] = [];
  for (const call of calls) {
    const { id, name } = call;
    if (input.problem !== null) {
      results.push({ type: 'tool-result', id, name, parts: [text(input.problem)], isError: true });
      continue;
    }
    const answers = await answersOf(call, input);
    const end = call === last ? [imagePart(input.image)] : [];
    const parts = [...answers, ...end];
    results.push({
      type: 'tool-result',
      id,
      name,
      parts: parts.length > 0 ? parts : [text(whereToLook(call))],
    });
  }
  return results;
}

/** Returns the result of each call, for a provider whose computer tool takes a screenshot and nothing else. */
export function screenshotResultsOf(calls: readonly ToolCall[], image: Image): readonly Part[] {
  return calls.map((call): Part => {
    const { id, name } = call;
    return isComputerCall(call)
      ? { type: 'tool-result', id, name, parts: [imagePart(image)], acknowledged: checksOf(call) }
      : { type: 'tool-result', id, name, parts: [text(whereToLook(call))] };
  });
}

async function answersOf(call: ToolCall, { pointer, takeZoom }: ResultInput): Promise<readonly Part[]> {
  const answers: Part[] = [];
  for (const action of computerActionsOf(call)) {
    if (action.type === 'cursor') {
      const place = pointer === null ? 'The pointer was not moved yet.' : `X=${pointer.x},Y=${pointer.y}`;
      answers.push(text(place));
    }
    if (action.type === 'zoom') answers.push(imagePart(await takeZoom(action)));
  }
  return answers;
}

function whereToLook(call: ToolCall): string {
  return isComputerCall(call) ? 'See the screenshot of the last call.' : 'See the result below.';
}

function text(words: string): Part {
  return { type: 'text', text: words };
}

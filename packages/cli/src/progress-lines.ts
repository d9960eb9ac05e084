import { styleText } from 'node:util';
import type { Json, TimelineEvent } from '@runwright/contract';

/** Creates a function that formats the events of a run as lines for a terminal. */
export function progressLines(event: TimelineEvent): readonly string[] {
  switch (event.type) {
    case 'block-start': {
      const detail = firstText(event.config, ['navigation_goal', 'data_extraction_goal', 'url']);
      const again = event.attempt > 1 ? ` (attempt ${event.attempt})` : '';
      return [
        `${styleText('cyan', '▶')} ${styleText('bold', event.label ?? '')} ${dim(event.blockType)}${again}${detail ? `  ${shortened(detail)}` : ''}`,
      ];
    }
    case 'subtask-start':
      return [`  ${styleText('cyan', '▷')} ${dim(event.kind)}  ${shortened(event.goal)}`];
    case 'subtask-end':
      return event.status === 'completed'
        ? []
        : [`  ${styleText('red', '✘')} ${shortened(event.failureReason ?? event.status, 110)}`];
    case 'step-start':
      return [`  ${dim(`step ${event.order}`)}`];
    case 'action-end':
      return [
        `    ${event.status === 'completed' ? styleText('green', '✓') : styleText('yellow', '!')} ${shortened(textOf(event.result.message), 110)}`,
      ];
    case 'action':
      return [
        `    ${styleText('green', '✓')} ${textOf(event.action.action_type)} ${dim(shortened(event.reasoning ?? event.response ?? '', 90))}`,
      ];
    case 'thought':
      return event.thoughtType === 'notice'
        ? [`  ${styleText('yellow', 'note')} ${event.thought ?? ''}`]
        : [];
    case 'progress':
      return [`  ${event.message}`];
    case 'take-over-start':
      return [`  ${styleText('yellow', 'note')} A person has control of the browser; the agent waits.`];
    case 'take-over-end':
      return [`  ${styleText('yellow', 'note')} The person has no control any more (${event.reason}).`];
    case 'block-end': {
      const branch = event.branch ? `  → ${event.branch.nextLabel ?? 'end'}` : '';
      const seconds = dim(`${(event.durationMs / 1000).toFixed(1)} s`);
      if (event.status === 'completed')
        return [`${styleText('green', '✔')} ${event.label ?? ''} ${seconds}${branch}`];
      return [
        `${styleText('red', '✘')} ${event.label ?? ''} ${event.status} ${seconds}${event.failureReason ? `  ${event.failureReason}` : ''}`,
      ];
    }
    case 'run-end':
      return event.failureReason ? [styleText('red', event.failureReason)] : [];
    default:
      return [];
  }
}

function dim(text: string): string {
  return styleText('dim', text);
}

function firstText(config: Readonly<Record<string, Json>>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = config[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function shortened(text: string, length = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}

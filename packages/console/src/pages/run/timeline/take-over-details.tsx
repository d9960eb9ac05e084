import { Facts } from '../../../components/facts.tsx';
import type { TimelineTakeOver } from './timeline-data.ts';

const ends: Readonly<Record<string, string>> = {
  person: 'The person handed back',
  idle: 'Handed back after too long without an input',
  closed: 'The connection of the person was lost',
  run_canceled: 'The run was canceled',
  run_ended: 'The run ended',
  browser_gone: 'The browser closed',
};

/** Who had control of the browser, and why it ended. */
export function TakeOverDetails({ takeOver }: { readonly takeOver: TimelineTakeOver }) {
  const { ended_by: endedBy } = takeOver;
  return (
    <Facts
      facts={{
        'API key of the person': takeOver.api_key_id,
        'How it ended': endedBy === null ? 'The person still has control' : (ends[endedBy] ?? endedBy),
        Actions: String(takeOver.actions.length),
      }}
    />
  );
}

/** What a person did to the browser. */
export function PersonActionDetails({ action }: { readonly action: TimelineTakeOver['actions'][number] }) {
  const place = action.x === null || action.y === null ? null : `${action.x}, ${action.y}`;
  const way = action.dx === null || action.dy === null ? null : `${action.dx}, ${action.dy}`;
  return (
    <Facts
      facts={{
        Element: action.description,
        Text: action.masked ? 'Hidden: the field was secret' : action.text,
        Keys: action.keys,
        Times: action.count > 1 ? String(action.count) : null,
        'Mouse button': action.button,
        'Place (CSS pixels)': place,
        'Moved by (CSS pixels)': way,
        Page: action.url,
        Picture: 'None: actions of a person leave no screenshot',
      }}
    />
  );
}

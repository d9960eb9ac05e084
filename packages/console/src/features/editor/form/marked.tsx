/** Text of a schema or a problem, in which names stand between backquotes. */
export function Marked({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    // Every second part stands between backquotes; equal parts may follow each other.
    index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part,
  );
}

/** Text of the service, whose parts in backticks are names to type: they are shown as code. */
export function CodeText({ text }: { readonly text: string }) {
  return text.split(/(`[^`\n]+`)/).map((part, index) =>
    // The parts of a text stay in their places.
    index % 2 === 1 ? <code key={index}>{part.slice(1, -1)}</code> : part,
  );
}

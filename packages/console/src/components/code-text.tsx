/** Text of the service, whose parts in backticks are names to type: they are shown as code. */
export function CodeText({ text }: { readonly text: string }) {
  const parts = text.split(/(`[^`\n]+`)/);
  // One element, because what is around it may place its children apart.
  return (
    <span>
      {parts.map((part, index) =>
        // The parts of a text stay in their places.
        index % 2 === 1 ? <code key={index}>{part.slice(1, -1)}</code> : part,
      )}
    </span>
  );
}

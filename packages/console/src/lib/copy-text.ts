/** Copies a text to the clipboard, also on a page without TLS, which has no `navigator.clipboard`. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard) return clipboard.writeText(text);
  const copy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', copy, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', copy);
  if (!isCopied)
    throw new Error('The browser does not allow copying here. Select the text and copy it yourself.');
}

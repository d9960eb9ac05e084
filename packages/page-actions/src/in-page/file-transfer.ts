/** Files that are copied into a page, and the element that they are for. */
export interface FileTransfer {
  readonly element: Element;
  chunks: Uint8Array<ArrayBuffer>[];
  readonly files: File[];
}

/** Creates a transfer of files to an element. */
export function createFileTransfer(element: Element): FileTransfer {
  return { element, chunks: [], files: [] };
}

/** Adds bytes to the file that is copied. */
export function addChunk(transfer: FileTransfer, base64: string): void {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  transfer.chunks.push(bytes);
}

/** Completes a file. */
export function finishFile(transfer: FileTransfer, { name, type }: { name: string; type: string }): void {
  transfer.files.push(new File(transfer.chunks, name, { type }));
  transfer.chunks = [];
}

/** Sets the files of a file field and dispatches its events. */
export function setFieldFiles({ element, files }: FileTransfer): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  element.files = transfer.files;
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Drops the files on an element; true when the page handled the drop. */
export function dropFiles({ element, files }: FileTransfer): boolean {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const { left, top, width, height } = element.getBoundingClientRect();
  const place = { clientX: left + width / 2, clientY: top + height / 2 };
  const fire = (type: string): boolean =>
    !element.dispatchEvent(
      new DragEvent(type, {
        ...place,
        bubbles: true,
        cancelable: true,
        composed: true,
        dataTransfer: transfer,
      }),
    );
  fire('dragenter');
  fire('dragover');
  return fire('drop');
}

/** State of a file field. */
export interface FileFieldState {
  /** It is a file field, or the label of one. */
  readonly isField: boolean;
  readonly multiple: boolean;
  readonly disabled: boolean;
}

/** The file field of an element: itself, the control of a label, the only one inside. */
export function findFileField(element: Element): Element | null {
  const isFile = (node: unknown): node is HTMLInputElement =>
    node instanceof HTMLInputElement && node.type === 'file';
  if (isFile(element)) return element;
  if (element instanceof HTMLLabelElement && isFile(element.control)) return element.control;
  return null;
}

/** The only file field inside or near an element, when a press has opened no chooser. */
export function findNearbyFileField(element: Element): Element | null {
  const find = (root: Element | ShadowRoot): Element[] => [...root.querySelectorAll('input[type="file"]')];
  let near: Element | null = element;
  for (let level = 0; near && level < 4; level += 1) {
    const inside = near.shadowRoot ? find(near.shadowRoot) : [];
    const found = [...find(near), ...inside];
    if (found.length > 1) return null;
    if (found[0]) return found[0];
    const root: Node = near.getRootNode();
    near = near.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    if (near === document.body || near === document.documentElement) return null;
  }
  return null;
}

/** Reads a file field. */
export function readFileField(element: Element): FileFieldState & { readonly count: number } {
  const input = element instanceof HTMLInputElement ? element : null;
  return {
    isField: input?.type === 'file',
    multiple: input?.multiple === true,
    disabled: element.matches(':disabled'),
    count: input?.files?.length ?? 0,
  };
}

/** Counts how often each name is shown on the page. */
export function countShownNames(_element: Element, names: readonly string[]): number[] {
  const texts: string[] = [];
  const walk = (root: Document | ShadowRoot): void => {
    // biome-ignore lint/performance/useDomNodeTextContent: a name counts only when it is drawn
    texts.push(root instanceof Document ? (root.body?.innerText ?? '') : (root.textContent ?? ''));
    for (const node of root.querySelectorAll('*')) if (node.shadowRoot) walk(node.shadowRoot);
  };
  walk(document);
  for (const input of document.querySelectorAll('input:not([type="file"]):not([type="password"])')) {
    texts.push(input instanceof HTMLInputElement ? input.value : '');
  }
  const text = texts.join('\n');
  return names.map((name) => text.split(name).length - 1);
}

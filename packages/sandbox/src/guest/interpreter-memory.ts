/** Memory of one interpreter, with a limit that can be set after the interpreter was made. */
export interface InterpreterMemory {
  readonly memory: WebAssembly.Memory;
  /** Refuses to grow beyond so many bytes from now on. What it holds from the beginning (16 MiB) is always allowed. */
  limitTo(bytes: number): void;
  /** Tests whether the last attempt to grow was refused. */
  isExhausted(): boolean;
}

const pageBytes = 64 * 1024;
const initialBytes = 16 * 1024 * 1024;
/** Maximum that the interpreter's code declares: 2 GiB. */
const maximumPages = 32_768;

/**
 * Creates the memory of an interpreter. QuickJS has a memory limit of its own, but it counts only 8 bytes for each
 * allocation in a WebAssembly build (`malloc_usable_size` is missing there), so it stops nothing but single large
 * allocations; the limit that holds is that of the WebAssembly memory. A refused growth is an allocation that failed:
 * the program gets an out-of-memory exception.
 */
export function createInterpreterMemory(): InterpreterMemory {
  const memory = new WebAssembly.Memory({ initial: initialBytes / pageBytes, maximum: maximumPages });
  const grow = memory.grow.bind(memory);
  let limitBytes = maximumPages * pageBytes;
  let exhausted = false;
  // Emscripten's runtime calls this method when its heap is full; it tries less when it is refused.
  memory.grow = (pages) => {
    exhausted = memory.buffer.byteLength + pages * pageBytes > limitBytes;
    if (exhausted) throw new RangeError('The memory of the interpreter is at its limit.');
    return grow(pages);
  };
  return {
    memory,
    limitTo(bytes) {
      limitBytes = Math.max(bytes, initialBytes);
    },
    isExhausted: () => exhausted,
  };
}

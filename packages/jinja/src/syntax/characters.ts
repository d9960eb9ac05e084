// V8 inlines `text.charCodeAt(at)` and `text.slice(from, to)` only until a program makes an object that inherits from
// `String.prototype`, as well-known libraries do; then a lexer that calls them takes twice as long. Bound, they stay fast.
const { call } = Function.prototype;

/** `text.charCodeAt(at)`. */
export const codeAt: (text: string, at: number) => number = call.bind(String.prototype.charCodeAt);

/** `text.slice(from, to)`. */
export const slice: (text: string, from: number, to?: number) => string = call.bind(String.prototype.slice);

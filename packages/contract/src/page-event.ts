/** Something that happened to the browser by itself. */
export type PageEvent =
  | {
      readonly type: 'dialog';
      readonly kind: string;
      readonly text: string;
      readonly decision: 'accepted' | 'dismissed';
    }
  | { readonly type: 'popup'; readonly tab: string; readonly url: string }
  | { readonly type: 'download'; readonly filename: string; readonly url: string }
  | { readonly type: 'navigation'; readonly url: string }
  | { readonly type: 'crash'; readonly message: string };

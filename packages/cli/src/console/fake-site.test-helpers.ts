/** Address of the pages that the fake browser shows; nothing listens there. */
export const fakeSiteUrl = 'http://127.0.0.1:2';

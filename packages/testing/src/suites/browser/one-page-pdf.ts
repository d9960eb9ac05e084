/** A PDF with one empty page. */
export const onePagePdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** A PDF for a request of this method. */
export function billPdf(method: string): string {
  return onePagePdf.replace('\n', `\n% ${method}\n`);
}

import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFRawStream } from 'pdf-lib';
import { expect, it } from 'vitest';
import { demoOrders } from './data/orders.ts';
import { drawInvoice } from './draw-invoice.ts';
import { formatMoney } from './format.ts';

it('an invoice shows the number, the customer, every line and the total', async () => {
  for (const order of demoOrders) {
    const text = await textOf(await drawInvoice(order));
    expect(text).toContain(`Invoice ${order.number}`);
    expect(text).toContain(order.customer.name);
    expect(text).toContain(formatMoney(order.totalCents, order.currency));
    for (const { product } of order.lines) expect(text).toContain(`${product.sku}  ${product.name}`);
  }
});

it('the same order gives the same bytes', async () => {
  const [order] = demoOrders;
  expect(await drawInvoice(order!)).toEqual(await drawInvoice(order!));
});

/** What the page's text operators draw: hexadecimal strings in the Windows-1252 encoding. */
async function textOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(bytes);
  const streams = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object.contents] : []));
  const operators = streams.map((stream) => inflateSync(stream).toString('latin1')).join('\n');
  const decoder = new TextDecoder('windows-1252');
  return Array.from(operators.matchAll(/<([0-9A-F]+)> Tj/g), ([, hex]) =>
    decoder.decode(Buffer.from(hex!, 'hex')),
  );
}

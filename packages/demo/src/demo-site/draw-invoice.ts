import { PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib';
import type { DemoOrder } from './data/orders.ts';
import { formatDate, formatMoney } from './format.ts';

/** The invoice of an order as a one-page A4 PDF. The same order always gives the same text and dates. */
export async function drawInvoice(order: DemoOrder): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const issued = new Date(`${order.placedOn}T12:00:00Z`);
  pdf.setTitle(`Invoice ${order.number}`);
  pdf.setAuthor('Northwind Supplies');
  pdf.setCreationDate(issued);
  pdf.setModificationDate(issued);

  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const page = pdf.addPage([595, 842]);
  const money = (cents: number) => formatMoney(cents, order.currency);
  const write = (text: string, { x, y, font = regular, size = 10, align = 'left' }: TextPlace) => {
    const left = align === 'right' ? x - font.widthOfTextAtSize(text, size) : x;
    page.drawText(text, { x: left, y, font, size, color: ink });
  };
  const rule = (y: number) =>
    page.drawLine({ start: { x: margin, y }, end: { x: right, y }, thickness: 0.5, color: pale });

  page.drawRectangle({ x: 0, y: 770, width: 595, height: 72, color: ink });
  page.drawText('Northwind Supplies', { x: margin, y: 798, font: bold, size: 20, color: rgb(1, 1, 1) });
  write(`Invoice ${order.number}`, { x: margin, y: 720, font: bold, size: 18 });
  write(`Date: ${formatDate(order.placedOn)}`, { x: margin, y: 698 });
  write(`Status: ${order.status}`, { x: margin, y: 684 });
  write('Bill to', { x: 340, y: 720, font: bold });
  [order.customer.name, order.customer.contact, ...order.customer.address].forEach((line, index) => {
    write(line, { x: 340, y: 704 - index * 14 });
  });

  write('Product', { x: margin, y: 600, font: bold });
  write('Quantity', { x: columns.quantity, y: 600, font: bold, align: 'right' });
  write('Unit price', { x: columns.unit, y: 600, font: bold, align: 'right' });
  write('Amount', { x: right, y: 600, font: bold, align: 'right' });
  rule(592);
  order.lines.forEach(({ product, quantity, unitCents, totalCents }, index) => {
    const y = 574 - index * 20;
    write(`${product.sku}  ${product.name}`, { x: margin, y });
    write(String(quantity), { x: columns.quantity, y, align: 'right' });
    write(money(unitCents), { x: columns.unit, y, align: 'right' });
    write(money(totalCents), { x: right, y, align: 'right' });
  });

  const foot = 574 - order.lines.length * 20;
  rule(foot + 8);
  write('Shipping', { x: columns.unit, y: foot - 10, align: 'right' });
  write(money(order.shippingCents), { x: right, y: foot - 10, align: 'right' });
  write('Total', { x: columns.unit, y: foot - 32, font: bold, size: 12, align: 'right' });
  write(money(order.totalCents), { x: right, y: foot - 32, font: bold, size: 12, align: 'right' });
  write('Payable within 30 days. Please give the invoice number.', { x: margin, y: 60, size: 9 });
  return pdf.save();
}

interface TextPlace {
  /** Left edge, or right edge when aligned right; in points from the page's corner. */
  readonly x: number;
  readonly y: number;
  readonly font?: PDFFont;
  readonly size?: number;
  readonly align?: 'left' | 'right';
}

const margin = 56;
const right = 539;
const columns = { quantity: 370, unit: 455 };
const ink = rgb(0.07, 0.2, 0.23);
const pale = rgb(0.7, 0.76, 0.78);

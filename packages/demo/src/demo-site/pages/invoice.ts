import type { FastifyInstance } from 'fastify';
import { demoOrders } from '../data/orders.ts';
import { queryOf } from '../request.ts';

/** `/orders/:number/invoice.pdf`: shown in the browser, or downloaded with `?download=1`. */
export function invoicePage(app: FastifyInstance): void {
  app.get<{ Params: { number: string } }>('/orders/:number/invoice.pdf', async (request, reply) => {
    const order = demoOrders.find(({ number }) => number === request.params.number);
    if (order === undefined) return reply.callNotFound();
    // The library that draws it sets globals when it is loaded.
    const { drawInvoice } = await import('../draw-invoice.ts');
    const disposition = queryOf(request).get('download') === '1' ? 'attachment' : 'inline';
    return reply
      .type('application/pdf')
      .header('content-disposition', `${disposition}; filename="invoice-${order.number}.pdf"`)
      .send(Buffer.from(await drawInvoice(order)));
  });
}

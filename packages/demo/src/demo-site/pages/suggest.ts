import type { FastifyInstance } from 'fastify';
import { suggestCountries } from '../data/countries.ts';
import { queryOf, textOf } from '../request.ts';

/** `/api/suggest?q=`: what the country field offers while somebody types, as `{"suggestions": [...]}`. */
export function suggestApi(app: FastifyInstance): void {
  app.get('/api/suggest', async (request) => ({
    suggestions: suggestCountries(textOf(queryOf(request), 'q')),
  }));
}

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { TSchema } from '@runwright/contract';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema that the OpenAPI document shows for the body, where the engine validates more than the route does. */
    readonly documentedBody?: TSchema;
  }
}

/** Generates the OpenAPI 3.1 document from the routes' own schemas, and serves it at `/openapi.json` and `/docs`. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Runwright',
        version,
        description: 'Browser workflows, executed by an AI agent in a real browser.',
      },
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
      security: [{ apiKey: [] }],
    },
    transform: ({ schema, url, route }) => {
      const body = route.config?.documentedBody;
      const security = route.config?.auth === 'none' ? { security: [] } : {};
      return { schema: { ...schema, ...(body ? { body } : {}), ...security }, url };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // A key in the browser's storage would outlive the person who typed it.
    uiConfig: { persistAuthorization: false },
    theme: {
      title: 'Runwright API',
      css: [{ filename: 'runwright.css', content: '.topbar { display: none }' }],
    },
  });
  app.get('/openapi.json', { config: { auth: 'none' }, schema: { hide: true } }, async () => app.swagger());
}

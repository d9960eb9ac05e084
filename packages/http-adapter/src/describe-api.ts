import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type TSchema, Type } from '@runwright/contract';
import type { FastifyInstance } from 'fastify';
import { requiredScope } from './authentication.ts';
import { isIdempotentRoute } from './idempotent-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema that the OpenAPI document shows for the body, where the engine validates more than the route does. */
    readonly documentedBody?: TSchema;
  }
}

const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'A text of your choice. The same request with the same key is executed once within 24 hours; repeats get its answer.',
    }),
  ),
});

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
      const method = [route.method].flat()[0] ?? '';
      const isIdempotent = isIdempotentRoute({ method, route: route.config?.aliasOf ?? url });
      const body = route.config?.documentedBody;
      const scope = requiredScope(method, route.config?.scope);
      // The role of a security scheme other than OAuth2: OpenAPI 3.1, section 4.8.30.
      const security = { security: route.config?.auth === 'none' ? [] : [{ apiKey: [scope] }] };
      const headers = isIdempotent ? { headers: IdempotencyHeaders } : {};
      return { schema: { ...schema, ...(body ? { body } : {}), ...headers, ...security }, url };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // A service without TLS has its page blank when the browser loads the scripts of that page over HTTPS.
    transformStaticCSP: (policy) => policy.replace(/\s*upgrade-insecure-requests;?/, ''),
    // A key in the browser's storage would outlive the person who typed it.
    uiConfig: { persistAuthorization: false },
    theme: {
      title: 'Runwright API',
      css: [{ filename: 'runwright.css', content: '.topbar { display: none }' }],
    },
  });
  app.get('/openapi.json', { config: { auth: 'none' }, schema: { hide: true } }, async () => app.swagger());
}

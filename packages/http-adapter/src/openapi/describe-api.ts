import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type TSchema, Type } from '@runwright/contract';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { requiredScope } from '../authentication.ts';
import { isIdempotentRoute } from '../idempotent-routes.ts';
import { belowPrefix } from '../request-path.ts';
import { commonResponsesOf } from './common-responses.ts';
import { commonResponsesMember, finishDocument, formMember } from './finish-document.ts';
import type { JsonObjectNode } from './json-node.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema that the OpenAPI document shows for the body, where the engine validates more than the route does. */
    readonly documentedBody?: TSchema;
    /** The same for `multipart/form-data`, where that has other fields. */
    readonly documentedForm?: TSchema;
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

/** A security scheme of OpenAPI 3.1, such as `{ type: 'http', scheme: 'bearer' }`. */
export type SecurityScheme =
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      readonly description?: string;
    }
  | {
      readonly type: 'http';
      readonly scheme: string;
      readonly bearerFormat?: string;
      readonly description?: string;
    }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string; readonly description?: string };

/** What the document says about the service. */
export interface DescribedApi {
  readonly version: string;
  /** Schemes by name; a request uses one of them. Default: `x-api-key`. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined;
}

const apiKeyScheme: Readonly<Record<string, SecurityScheme>> = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
};

/** Generates the OpenAPI 3.1 document from the routes' own schemas, and serves it at `/openapi.json` and `/docs`. */
export async function describeApi(
  app: FastifyInstance,
  { version, securitySchemes = apiKeyScheme }: DescribedApi,
): Promise<void> {
  const { prefix } = app;
  const server = { url: prefix || '/', description: 'The service that this document comes from.' };
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Runwright',
        version,
        description: 'Browser workflows, executed by an AI agent in a real browser.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [server],
      components: { securitySchemes: { ...securitySchemes } },
      security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    },
    transform: ({ schema, url, route }) => {
      const path = belowPrefix(url, prefix);
      return {
        schema: documentedSchema(schema, path, { route, schemes: Object.keys(securitySchemes) }),
        url: path,
      };
    },
    transformObject: (input) => {
      const document = 'openapiObject' in input ? input.openapiObject : input.swaggerObject;
      // A host may know its public address only when it listens.
      const url = app.publicPath(`${prefix}/`).replace(/(?<=.)\/$/, '');
      return {
        ...finishDocument(document as unknown as JsonObjectNode),
        servers: [{ ...server, url }],
      } as never;
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: prefix,
    staticCSP: true,
    // A service without TLS has its page blank when the browser loads the scripts of that page over HTTPS.
    transformStaticCSP: (policy) => policy.replace(/\s*upgrade-insecure-requests;?/, ''),
    // A key in the browser's storage would outlive the person who typed it.
    uiConfig: { persistAuthorization: false },
    theme: { title: 'Runwright API' },
  });
  app.get('/openapi.json', { config: { auth: 'none' }, schema: { hide: true } }, async () => app.swagger());
}

/** Returns the schema of a route as the document shows it: with the errors, the header and the scope that hooks add. */
function documentedSchema(
  schema: FastifySchema | undefined,
  url: string,
  { route, schemes }: { readonly route: RouteOptions; readonly schemes: readonly string[] },
): FastifySchema {
  const method = [route.method].flat()[0] ?? '';
  const target = { method, route: route.config?.aliasOf ?? url };
  const needsKey = route.config?.auth !== 'none';
  const body = route.config?.documentedBody ?? schema?.body;
  const form = route.config?.documentedForm;
  return {
    ...schema,
    ...(body === undefined ? {} : { body }),
    ...(isIdempotentRoute(target) ? { headers: IdempotencyHeaders } : {}),
    // The role of a security scheme other than OAuth2: OpenAPI 3.1, section 4.8.30.
    security: needsKey
      ? schemes.map((name) => ({ [name]: [requiredScope(method, route.config?.scope)] }))
      : [],
    ...(form === undefined ? {} : { [formMember]: form }),
    [commonResponsesMember]: commonResponsesOf({ ...target, needsKey, hasBody: body !== undefined }),
  } as FastifySchema;
}

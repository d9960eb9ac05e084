/**
 * The HTTP service of Runwright as a Fastify plugin.
 *
 * @packageDocumentation
 */
import type { Engine } from '@runwright/core';
import type { FastifyPluginAsync } from 'fastify';
import { addAgentRoutes } from './agent-routes.ts';
import { restrictHosts } from './allowed-host.ts';
import { ownRequests, restrictOrigins } from './allowed-origin.ts';
import { type Authenticate, authenticationHook } from './authentication.ts';
import { sendCommonHeaders } from './common-headers.ts';
import { type ContentLimits, createContentStreams, defaultContentLimits } from './content-streams.ts';
import { allowCors, type CorsOptions } from './cors.ts';
import { drainBody } from './drain-body.ts';
import { errorResponseFor } from './error-response.ts';
import { logFailures } from './failure-log.ts';
import { hideSettingsFromReaders } from './hide-from-readers.ts';
import { honorIdempotencyKeys } from './idempotency.ts';
import { acceptJson } from './json-body.ts';
import { logRequests } from './log-requests.ts';
import { measureRequests } from './measure-requests.ts';
import { acceptMultipart } from './multipart.ts';
import { describeApi, type SecurityScheme } from './openapi/describe-api.ts';
import { addPublicPath } from './public-path.ts';
import { limitRates, type RateLimits } from './rate-limits.ts';
import { rejectInvalidIds } from './reject-invalid-ids.ts';
import { rejectExpectation } from './reject-request.ts';
import { rejectWhileClosing } from './reject-while-closing.ts';
import { reportIgnoredParameters } from './report-ignored-parameters.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { artifactRoutes } from './routes/artifacts.ts';
import { billingRoutes } from './routes/billing.ts';
import { blockTypeRoutes } from './routes/block-types.ts';
import { browserProfileRoutes } from './routes/browser-profiles.ts';
import { browserSessionRoutes } from './routes/browser-sessions.ts';
import { cassetteRoutes } from './routes/cassettes.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { debugAddressRoutes } from './routes/debug-address.ts';
import { fileRoutes } from './routes/files.ts';
import { folderRoutes } from './routes/folders.ts';
import { liveViewRoutes } from './routes/live-views.ts';
import { type McpHandler, mcpRoute } from './routes/mcp.ts';
import { modelRoutes } from './routes/models.ts';
import { organizationRoute, organizationRoutes } from './routes/organizations.ts';
import { pushedCodeRoutes } from './routes/pushed-codes.ts';
import { runControlRoutes } from './routes/run-control.ts';
import { runEventRoutes } from './routes/run-events.ts';
import { runStartRoutes } from './routes/run-starts.ts';
import { runStepRoutes } from './routes/run-steps.ts';
import { runRoutes } from './routes/runs.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { scriptRoutes } from './routes/scripts.ts';
import { type DemoOptions, serviceRoutes } from './routes/service.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { workflowImportRoutes } from './routes/workflow-imports.ts';
import { workflowRoutes } from './routes/workflows.ts';
import { serializeAnswer } from './serialize-answer.ts';
import { type ConsoleOptions, serveConsole } from './serve-console.ts';
import {
  checkMembers,
  reportUnknownMembers,
  type UnknownMembers,
  withRefusedMembers,
} from './unknown-members.ts';
import { handleUnknownRoutes } from './unknown-route.ts';
import { validatorCompiler } from './validator.ts';
import { acceptUpgrades } from './views/accept-upgrades.ts';
import { createRelays } from './views/relay-upgrade.ts';
import { warnWithoutUrls } from './warn-without-urls.ts';

export { isLoopback } from './allowed-host.ts';
export type { Authenticate, Caller } from './authentication.ts';
export type { ContentLimits } from './content-streams.ts';
export type { CorsOptions } from './cors.ts';
export { type LoggedError, loggedError } from './failure-log.ts';
export { type HttpUrlsOptions, httpUrls } from './http-urls.ts';
export type { SecurityScheme } from './openapi/describe-api.ts';
export type { RateLimit, RateLimits } from './rate-limits.ts';
export type { McpHandler } from './routes/mcp.ts';
export type { DemoOptions } from './routes/service.ts';
export type { ConsoleOptions } from './serve-console.ts';
export { type ConnectionLimits, serverOptions } from './server-options.ts';
export type { UnknownMembers } from './unknown-members.ts';
export { serveWorkerEndpoint, type WorkerEndpoint } from './views/worker-endpoint.ts';

/** Options of {@link httpAdapter}. */
export interface HttpAdapterOptions {
  readonly engine: Engine;
  /** The service's version, shown by `/v1/version` and the OpenAPI document. */
  readonly version: string;
  /**
   * Replaces authentication by `x-api-key`. Its organizations may be the host's own, see `engine.organizations.create`.
   * Default: the engine's keys.
   */
  readonly authenticate?: Authenticate;
  /**
   * How callers authenticate, by name, for the OpenAPI document: `{ session: { type: 'http', scheme: 'bearer' } }`. A request
   * uses one of them. Default: `x-api-key`.
   */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /**
   * The organization whose callers with the scope `admin` manage all organizations, such as
   * `(await engine.organizations.first()).organizationId`. Default: none, and there are no such routes.
   */
  readonly hostOrganizationId?: string;
  /** Limits of responses that stream files. Each has its own default. */
  readonly contentLimits?: Partial<ContentLimits>;
  /**
   * Maximum concurrent connections of the server; further ones are closed immediately. Default 1,000; under a prefix as the
   * host has set it.
   */
  readonly maxConnections?: number;
  /**
   * Hosts, with or without a port, that requests may name besides `localhost`, `127.0.0.1` and `[::1]`; every other one is
   * answered with 421. Set it for a server on a loopback address, where it keeps foreign pages from using the API through
   * a browser (DNS rebinding). Default: every host.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins, such as `https://console.example.com`, whose pages may send requests that change something. Requests that a
   * page of any other site makes a browser send are answered with 403; clients that are no browsers are not affected.
   * Default: none but the service's own.
   */
  readonly allowedOrigins?: readonly string[];
  /** Origins whose pages may read responses (CORS); they may also send requests. Default: none. */
  readonly cors?: CorsOptions;
  /** Rate limits of callers. Default: none. */
  readonly rateLimits?: RateLimits;
  /**
   * Whether members of request bodies that a route does not know refuse the request, when they are likely to be mistakes. Default
   * `refuse`; `report` for clients that were written for another version.
   */
  readonly unknownMembers?: UnknownMembers;
  /**
   * Serves the Model Context Protocol at `/mcp`, such as `mcpEndpoint()` of `@runwright/mcp`, behind the checks of all other
   * routes. Default: there is no such route.
   */
  readonly mcp?: McpHandler;
  /** Serves a web page for the API at `/console`. Default: there is no such route. */
  readonly console?: ConsoleOptions;
  /** Lets `/v1/version`, and with it the console, say that the service is a demo. Default: it is none. */
  readonly demo?: DemoOptions;
}

/** Paths of WebSockets. */
const viewPaths = /^\/v1\/(?:browser_sessions\/[^/]+\/(?:live|debug)|runs\/[^/]+\/live)\/?$/;
const defaultMaxConnections = 1000;
/** Streams of events at once. A reader that takes nothing for a minute is disconnected. */
const defaultEventLimits: ContentLimits = { streams: 512, streamsPerOrganization: 128, idleMs: 60_000 };

/**
 * Serves the routes of the service API for one engine. Register it on a Fastify instance made with {@link serverOptions},
 * where it claims the root path, or under a `prefix` in an app of your own; the public URL of `httpUrls` then ends with the
 * prefix. It neither starts nor closes the engine.
 */
export const httpAdapter: FastifyPluginAsync<HttpAdapterOptions> = async (
  app,
  {
    engine,
    version,
    authenticate,
    securitySchemes,
    hostOrganizationId,
    contentLimits,
    maxConnections,
    allowedHosts,
    allowedOrigins = [],
    cors,
    rateLimits = {},
    unknownMembers = 'refuse',
    mcp,
    console: page,
    demo = null,
  },
) => {
  const streams = createContentStreams({ ...defaultContentLimits, ...contentLimits });
  const eventStreams = createContentStreams(
    defaultEventLimits,
    (count) => `following ${count} runs already; try again when one of them has ended`,
  );
  // Under a prefix the server is the host's, with other routes.
  if (app.prefix === '' || maxConnections !== undefined)
    app.server.maxConnections = maxConnections ?? defaultMaxConnections;
  app.server.on('checkExpectation', rejectExpectation);
  app.decorateRequest('caller', null);
  app.setValidatorCompiler(validatorCompiler);
  // Fastify sends a stream as well, which its type does not say.
  app.setSerializerCompiler(() => (answer) => serializeAnswer(answer) as string);
  app.setErrorHandler((error, request, reply) => {
    request.failure = error;
    const answer = errorResponseFor(withRefusedMembers(error, request), {
      bodyLimit: request.routeOptions.bodyLimit,
      readsOnly: request.method === 'GET' || request.method === 'HEAD',
    });
    drainBody(request, reply);
    if (answer)
      return reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body);
    return reply.code(500).send({ detail: 'Internal error' });
  });
  rejectWhileClosing(app);
  logFailures(app);
  measureRequests(app);
  warnWithoutUrls(app, engine);
  addPublicPath(app, engine);
  restrictHosts(app, allowedHosts ?? null);
  if (cors) await allowCors(app, cors);
  const isOwn =
    cors?.origins === '*' ? () => true : ownRequests([...allowedOrigins, ...(cors?.origins ?? [])]);
  restrictOrigins(app, isOwn);
  acceptJson(app);
  await acceptMultipart(app);
  checkMembers(app, unknownMembers);
  sendCommonHeaders(app);
  handleUnknownRoutes(app);
  await describeApi(app, { version, securitySchemes });
  if (page) await serveConsole(app, page);
  const relays = createRelays();
  app.addHook('onClose', async () => relays.close());
  await app.register(async (api) => {
    api.addHook('onRequest', authenticationHook(engine, authenticate));
    await limitRates(api, rateLimits);
    logRequests(api);
    rejectInvalidIds(api);
    reportIgnoredParameters(api);
    honorIdempotencyKeys(api, engine);
    reportUnknownMembers(api);
    hideSettingsFromReaders(api);
    addAgentRoutes(api);
    serviceRoutes(api, engine, { version, demo });
    modelRoutes(api, engine);
    runStartRoutes(api, engine);
    runRoutes(api, engine);
    runStepRoutes(api, engine);
    runControlRoutes(api, engine);
    runEventRoutes(api, engine, eventStreams);
    workflowRoutes(api, engine);
    workflowImportRoutes(api, engine);
    blockTypeRoutes(api, engine);
    folderRoutes(api, engine);
    credentialRoutes(api, engine);
    pushedCodeRoutes(api, engine);
    apiKeyRoutes(api, engine);
    scheduleRoutes(api, engine);
    organizationRoute(api, engine);
    if (hostOrganizationId !== undefined) organizationRoutes(api, engine, { hostOrganizationId });
    billingRoutes(api, engine);
    scriptRoutes(api, engine);
    browserSessionRoutes(api, engine);
    browserProfileRoutes(api, engine);
    const sockets = { upgrades: acceptUpgrades(api, viewPaths), relays };
    liveViewRoutes(api, engine, { ...sockets, isOwn });
    debugAddressRoutes(api, engine, sockets);
    artifactRoutes(api, engine, streams);
    cassetteRoutes(api, engine, streams);
    fileRoutes(api, engine, streams);
    uploadRoutes(api, engine);
    if (mcp) mcpRoute(api, engine, mcp);
  });
};

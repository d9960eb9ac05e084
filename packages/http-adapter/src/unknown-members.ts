import { type Problem, type StartWarning, type TSchema, Type } from '@runwright/contract';
import { findUnknownMembers, inDocumentOrder } from '@runwright/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DescribedMember, describeUnknownMember } from './describe-unknown-member.ts';
import { encodeNames } from './encode-names.ts';
import { RequestProblems } from './error-response.ts';

/**
 * What members of a body lead to that its route does not know. `refuse`: those that resemble a known one, and those that name money,
 * limits, webhooks or permissions, refuse the request with 422; the answer reports the others. `report`: the answer reports all.
 */
export type UnknownMembers = 'refuse' | 'report';

/** Header of a response that names the members of the body which the route does not know. */
export const ignoredMembersHeader = 'x-runwright-ignored-members';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema of the members that a body may have, where the engine reports those below. Default: the documented schema. */
    readonly knownBody?: TSchema;
  }
  interface FastifyRequest {
    /** Set by {@link findMembers}; null before. */
    unknownMembers: FoundMembers | null;
    unknownMemberPolicy: UnknownMembers;
  }
}

interface FoundMembers {
  readonly refused: readonly Problem[];
  readonly reported: readonly StartWarning[];
}

/** Registers the hooks that look for unknown members in JSON bodies. Call it before any hook that executes a request. */
export function checkMembers(app: FastifyInstance, policy: UnknownMembers): void {
  app.decorateRequest('unknownMembers', null);
  app.decorateRequest('unknownMemberPolicy', policy);
  // Before hooks of routes, which may change the body.
  app.addHook('preValidation', async (request) => {
    const { config, schema } = request.routeOptions;
    if (request.is404 || schema?.hide) return;
    const body = config.knownBody ?? config.documentedBody ?? schema?.body;
    findMembers(request, (body ?? null) as TSchema | null, request.body);
  });
  app.addHook('preHandler', async (request) => assertKnownMembers(request));
}

/**
 * Registers the hooks that report unknown members: in `warnings` of an answer that is an object, and in the header
 * `x-runwright-ignored-members` of every one. Answers are stored for `Idempotency-Key` without them, if it is called afterwards.
 */
export function reportUnknownMembers(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, answer: unknown) => {
    const reported = request.unknownMembers?.reported ?? [];
    if (reported.length === 0 || reply.statusCode >= 400 || !isObject(answer)) return answer;
    const form = warningForm(request, reply.statusCode);
    const { warnings = [] } = answer as { readonly warnings?: readonly unknown[] };
    return { ...answer, warnings: [...warnings, ...reported.map((warning) => inForm(warning, form))] };
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const reported = request.unknownMembers?.reported ?? [];
    if (reported.length > 0)
      reply.header(ignoredMembersHeader, encodeNames(reported.map(({ path }) => path.join('.'))));
    return payload;
  });
}

/**
 * Looks for unknown members in a body, or in the fields of a form.
 *
 * @param schema null for a route without a body, whose members are reported only
 */
export function findMembers(request: FastifyRequest, schema: TSchema | null, value: unknown): void {
  const found = findUnknownMembers(schema ?? noMembers, value, { max: maxMembers }).map(
    describeUnknownMember,
  );
  if (found.length === 0) return;
  const refuses = schema !== null && request.unknownMemberPolicy === 'refuse';
  const isFull = found.length === maxMembers;
  request.unknownMembers = {
    refused: refuses
      ? [...found.filter(({ isSerious }) => isSerious).map(toProblem), ...(isFull ? [tooMany] : [])]
      : [],
    reported: found.filter(({ isSerious }) => !(refuses && isSerious)).map(toWarning),
  };
}

/** Throws {@link RequestProblems} for members that refuse the request. */
export function assertKnownMembers({ unknownMembers }: FastifyRequest): void {
  const refused = unknownMembers?.refused ?? [];
  if (refused.length > 0) throw new RequestProblems('body', refused);
}

/** Adds the members that refuse a request to the other problems of its body: a required one is often missing because it is misspelt. */
export function withRefusedMembers(error: unknown, { unknownMembers, body }: FastifyRequest): unknown {
  const refused = unknownMembers?.refused ?? [];
  const isAboutBody = error instanceof RequestProblems && error.part === 'body';
  if (refused.length === 0 || !isAboutBody || error.problems === refused) return error;
  const places = new Set(refused.map(({ path }) => path.join('.')));
  const others = error.problems.filter(({ path }) => !places.has(path.join('.')));
  return new RequestProblems('body', inDocumentOrder([...others, ...refused], body));
}

const noMembers = Type.Object({});

/** Unknown members that are looked at; a request with as many is refused, as a serious one may come after them. */
const maxMembers = 100;

const tooMany: Problem = {
  path: [],
  type: 'unknown_member',
  message: `There are ${maxMembers} members or more that are not known here. Leave them out.`,
};

function toProblem({ path, message }: DescribedMember): Problem {
  return { path, message, type: 'unknown_member' };
}

function toWarning({ path, message, suggestion }: DescribedMember): StartWarning {
  return { code: 'unknown_member', message, path, suggestion };
}

const startWarningForm = ['code', 'message', 'path', 'suggestion'];

/** The names of the members of a warning in an answer of the route: warnings about definitions are items with a place. */
function warningForm({ routeOptions }: FastifyRequest, status: number): readonly string[] {
  const { response } = (routeOptions.schema ?? {}) as {
    readonly response?: Readonly<Record<number, AnswerSchema>>;
  };
  const properties = response?.[status]?.properties?.warnings?.items?.properties;
  return properties ? Object.keys(properties) : startWarningForm;
}

interface AnswerSchema {
  readonly properties?: {
    readonly warnings?: { readonly items?: { readonly properties?: Readonly<Record<string, unknown>> } };
  };
}

function inForm(warning: StartWarning, form: readonly string[]): Readonly<Record<string, unknown>> {
  const { code, message, path } = warning;
  const members = { ...warning, loc: ['body', ...path], msg: message, type: code };
  return Object.fromEntries(
    form.map((name) => [name, (members as Readonly<Record<string, unknown>>)[name] ?? null]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

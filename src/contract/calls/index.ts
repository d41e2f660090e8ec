import type * as z from 'zod/mini';
import { analyticsCalls } from './analytics.ts';
import { lookupCalls, sinkCalls, sourceCalls, templateCalls, transformCalls } from './components.ts';
import type { CallDefinition } from './define.ts';
import { patternCalls } from './patterns.ts';
import { pipelineCalls } from './pipelines.ts';
import { preferencesCalls } from './preferences.ts';
import { sessionCalls } from './session.ts';

/** The one table of calls: router, client, OpenAPI and permission check are made from it. */
export const CALLS = {
  ...sessionCalls,
  ...preferencesCalls,
  ...templateCalls,
  ...sourceCalls,
  ...sinkCalls,
  ...transformCalls,
  ...lookupCalls,
  ...patternCalls,
  ...pipelineCalls,
  ...analyticsCalls,
} as const satisfies Record<string, CallDefinition>;

export type Calls = typeof CALLS;
export type CallId = keyof Calls;
export const CALL_IDS = Object.keys(CALLS) as CallId[];

type Part<K extends CallId, P extends string> = Calls[K] extends { [key in P]: infer S extends z.ZodMiniType }
  ? S
  : never;
type Sent<S> = [S] extends [never] ? undefined : S extends z.ZodMiniType ? z.input<S> : undefined;
type Read<S> = [S] extends [never] ? undefined : S extends z.ZodMiniType ? z.output<S> : undefined;

/** What a caller sends: path parameters, query and body as the schemas take them. */
export type CallPath<K extends CallId> = Sent<Part<K, 'pathParameters'>>;
export type CallQuery<K extends CallId> = Sent<Part<K, 'query'>>;
export type CallBody<K extends CallId> = Sent<Part<K, 'body'>>;

/** What a handler receives once the schemas have read them. */
export type ReadPath<K extends CallId> = Read<Part<K, 'pathParameters'>>;
export type ReadQuery<K extends CallId> = Read<Part<K, 'query'>>;
export type ReadBody<K extends CallId> = Read<Part<K, 'body'>>;

export type CallResponse<K extends CallId> = z.output<Calls[K]['response']>;

/** The lines of the table with the wide type, for code that walks it. */
export const callDefinition = (id: CallId): CallDefinition => CALLS[id];

import * as z from 'zod/mini';
import {
  openSessionSchema,
  signInSchema,
  ssoPatchSchema,
  ssoSchema,
  ssoTestSchema,
} from '../entities/sso.ts';
import { defineCall } from './define.ts';

const admin = { kind: 'admin' } as const;
const session = { kind: 'session' } as const;
const empty = z.object({});
const returnTo = z.optional(z.string().check(z.maxLength(2000)));

export const signInCalls = {
  getSignIn: defineCall({
    method: 'GET',
    path: '/v1/auth/sign-in',
    summary: 'The ways to sign in, for people who are not signed in yet.',
    access: { kind: 'public' },
    response: signInSchema,
  }),
  startSignIn: defineCall({
    method: 'POST',
    path: '/v1/auth/sign-in',
    summary: 'Begin a sign-in: where the browser goes next, at the identity provider.',
    access: { kind: 'public' },
    forPeople: true,
    changesNothing: true,
    body: z.strictObject({ returnTo }),
    response: z.object({ url: z.string() }),
  }),
  useFallbackCode: defineCall({
    method: 'POST',
    path: '/v1/auth/sign-in/fallback',
    summary: 'Sign in as the fallback administrator when the identity provider is down.',
    access: { kind: 'public' },
    forPeople: true,
    // Writes its own audit record: the user is not known yet.
    changesNothing: true,
    body: z.strictObject({
      code: z.string().check(z.minLength(1, 'The fallback code is required'), z.maxLength(200)),
    }),
    response: empty,
  }),
  signOut: defineCall({
    method: 'POST',
    path: '/v1/auth/sign-out',
    summary:
      'End the session of this browser, if there is one, and return the address at which the provider ends its session.',
    access: { kind: 'public' },
    forPeople: true,
    // Writes its own audit record when a session ended.
    changesNothing: true,
    body: z.strictObject({}),
    response: z.object({ url: z.optional(z.string()) }),
  }),
  listSessions: defineCall({
    method: 'GET',
    path: '/v1/auth/sessions',
    summary: 'The browsers in which the caller is signed in.',
    access: session,
    forPeople: true,
    response: z.object({ sessions: z.array(openSessionSchema) }),
  }),
  deleteSession: defineCall({
    method: 'DELETE',
    path: '/v1/auth/session/{sessionId}',
    summary: "End one of the caller's sessions; its open connections end within seconds.",
    access: session,
    forPeople: true,
    pathParameters: z.strictObject({ sessionId: z.string().check(z.regex(/^[A-Za-z0-9_-]{16}$/)) }),
    response: empty,
  }),
};

export const ssoCalls = {
  getSso: defineCall({
    method: 'GET',
    path: '/v1/auth/sso',
    summary: 'Settings of the sign-in, secrets masked.',
    access: admin,
    response: z.object({ sso: ssoSchema }),
    etag: true,
  }),
  updateSso: defineCall({
    method: 'PUT',
    path: '/v1/auth/sso',
    summary: 'Change the sign-in; once on, everyone has to sign in from the next request on.',
    access: admin,
    forPeople: true,
    body: z.strictObject({ sso: ssoPatchSchema }),
    response: z.object({ sso: ssoSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
  createFallbackCode: defineCall({
    method: 'POST',
    path: '/v1/auth/sso/fallback',
    summary: 'Create a fallback code; the old one stops working at once. Only this answer contains it.',
    access: admin,
    forPeople: true,
    body: z.strictObject({}),
    response: z.object({ code: z.string() }),
  }),
  startSsoTest: defineCall({
    method: 'POST',
    path: '/v1/auth/sso/test',
    summary: 'Begin a test sign-in with the stored settings, which signs nobody in.',
    access: admin,
    forPeople: true,
    changesNothing: true,
    body: z.strictObject({}),
    response: z.object({ testId: z.string(), url: z.string() }),
  }),
  getSsoTest: defineCall({
    method: 'GET',
    path: '/v1/auth/sso/test/{testId}',
    summary: 'The result of a test sign-in.',
    access: admin,
    pathParameters: z.strictObject({ testId: z.string().check(z.regex(/^[A-Za-z0-9_-]{16}$/)) }),
    response: z.object({ test: ssoTestSchema }),
  }),
};

import * as z from 'zod/mini';
import { preferencesPatchSchema, preferencesSchema } from '../entities/preferences.ts';
import { defineCall } from './define.ts';

export const preferencesCalls = {
  getPreferences: defineCall({
    method: 'GET',
    path: '/v1/auth/preferences',
    summary: 'Keys, macros and switches of the signed-in user.',
    access: { kind: 'session' },
    forPeople: true,
    response: z.object({ preferences: preferencesSchema }),
    etag: true,
  }),
  updatePreferences: defineCall({
    method: 'PATCH',
    path: '/v1/auth/preferences',
    summary: 'Change the preferences of the signed-in user; each given field replaces the stored one.',
    access: { kind: 'session' },
    forPeople: true,
    body: z.strictObject({ preferences: preferencesPatchSchema }),
    response: z.object({ preferences: preferencesSchema }),
    ifMatch: 'revision',
    etag: true,
  }),
};

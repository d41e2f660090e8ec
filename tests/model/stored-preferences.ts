import { act } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { preferencesActor } from '../../src/console/commands/preferences/preferences-actor.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesPatchSchema,
} from '../../src/contract/entities/preferences.ts';

export function storedPreferences() {
  let stored: Preferences = DEFAULT_PREFERENCES;
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  vi.stubGlobal('fetch', async (asked: Request) => {
    if (asked.method === 'GET') return answer(200, { preferences: stored });
    if (Number(asked.headers.get('If-Match')?.replaceAll('"', '')) !== stored.revision)
      return answer(412, { code: 'STALE', message: 'It changed meanwhile', current: stored });
    const { preferences } = await asked.json();
    stored = { ...stored, ...preferencesPatchSchema.parse(preferences), revision: stored.revision + 1 };
    return answer(200, { preferences: stored });
  });
  return {
    read: (): Preferences => stored,
    /** Another browser stores these unnoticed. */
    putUnseen: (preferences: Partial<Preferences>): void => {
      stored = { ...DEFAULT_PREFERENCES, ...preferences, revision: stored.revision + 1 };
    },
    /** Another window stores these, and this one reads them. */
    put: async (preferences: Partial<Preferences>): Promise<void> => {
      stored = { ...DEFAULT_PREFERENCES, ...preferences, revision: stored.revision + 1 };
      act(() => preferencesActor.send({ type: 'preferences.load' }));
      await vi.waitFor(
        () => expect(preferencesActor.getSnapshot().context.stored.revision).toBe(stored.revision),
        10_000,
      );
    },
  };
}

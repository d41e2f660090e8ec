import type { SaveInput, SaveOutput } from '../../../machines/preferences/index.ts';
import { type Preferences, preferencesSchema } from '../../contract/entities/preferences.ts';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';

/** What the service has stored for who is signed in. */
export const readPreferences = async (): Promise<Preferences> =>
  (await callApi('getPreferences', {})).data.preferences;

/** Only what differs goes out, so that a window of an older console changes nothing it does not know. */
function patchOf({ stored, wanted }: SaveInput) {
  const { characterKeys, keyBindings, macros } = wanted;
  return {
    ...(characterKeys === stored.characterKeys ? {} : { characterKeys }),
    ...(JSON.stringify(keyBindings) === JSON.stringify(stored.keyBindings) ? {} : { keyBindings }),
    ...(JSON.stringify(macros) === JSON.stringify(stored.macros) ? {} : { macros }),
  };
}

/** Stores what differs on the revision it began from; where another window was first, tells what that stored. */
export async function storePreferences(input: SaveInput): Promise<SaveOutput> {
  try {
    const { data } = await callApi(
      'updatePreferences',
      { body: { preferences: patchOf(input) } },
      { ifMatch: input.stored.revision },
    );
    return { kind: 'stored', preferences: data.preferences };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const current = preferencesSchema.safeParse(error.current);
    return { kind: 'stale', preferences: current.success ? current.data : await readPreferences() };
  }
}

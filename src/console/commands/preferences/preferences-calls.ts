import type { SaveInput, SaveOutput } from '../../../../machines/preferences/index.ts';
import { type Preferences, preferencesSchema } from '../../../contract/entities/preferences.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';

export const readPreferences = async (): Promise<Preferences> =>
  (await callApi('getPreferences', {})).data.preferences;

/** An older console must not overwrite preferences it does not know. */
function toPreferencesPatch({ stored, wanted }: SaveInput) {
  const { characterKeys, keyBindings, macros, logViews = [], isTourSeen } = wanted;
  return {
    ...(characterKeys === stored.characterKeys ? {} : { characterKeys }),
    ...(JSON.stringify(keyBindings) === JSON.stringify(stored.keyBindings) ? {} : { keyBindings }),
    ...(JSON.stringify(macros) === JSON.stringify(stored.macros) ? {} : { macros }),
    ...(JSON.stringify(logViews) === JSON.stringify(stored.logViews ?? []) ? {} : { logViews }),
    ...(isTourSeen && !stored.isTourSeen ? { isTourSeen } : {}),
  };
}

/** On a conflict, returns what the other window saved. */
export async function storePreferences(input: SaveInput): Promise<SaveOutput> {
  try {
    const { data } = await callApi(
      'updatePreferences',
      { body: { preferences: toPreferencesPatch(input) } },
      { ifMatch: input.stored.revision },
    );
    return { kind: 'stored', preferences: data.preferences };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const current = preferencesSchema.safeParse(error.current);
    return { kind: 'stale', preferences: current.success ? current.data : await readPreferences() };
  }
}

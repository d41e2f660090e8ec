import type { Flag } from '../../../contract/flags.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportApiError } from '../../api/report-error.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { defineCommands } from '../../commands/types.ts';
import { flagsOn } from '../../state/flags.ts';
import { notify } from '../../state/toasts.ts';
import { findFeatureRefusal, getFeatureTitle } from './feature-texts.ts';
import './scope.ts';

/** Stores it, and applies the flag at once. */
export async function setFeature(feature: Flag, isOn: boolean): Promise<void> {
  try {
    await callApi('setFeature', { path: { feature }, body: { isOn } });
    const message = `'${getFeatureTitle(feature)}' is ${isOn ? 'on' : 'off'}.`;
    notify({ message, status: 'success', shouldTimeout: true });
  } catch (thrown) {
    reportApiError(toApiError(thrown), { id: 'setFeature' });
  }
  await queryClient.invalidateQueries({ queryKey: ['listFeatureSettings'] });
  await queryClient.invalidateQueries({ queryKey: ['listFeatures'] });
  const { features } = await fetchCall('listFeatures', {});
  flagsOn.set(new Set(features));
}

const NOT_HERE = 'Open Settings, Features first';

export const featuresCommands = defineCommands([
  {
    id: 'feature.toggle',
    title: 'Turn feature on or off',
    group: 'Access',
    icon: 'settings',
    keywords: ['flag', 'switch', 'enable', 'disable', 'organization'],
    scope: 'features',
    bar: false,
    args: [
      {
        name: 'feature',
        title: 'Feature',
        kind: 'option',
        load: (ctx) =>
          (ctx.scopes.features?.settings ?? []).map((setting) => {
            const fixed = findFeatureRefusal(setting);
            return {
              id: setting.feature,
              label: getFeatureTitle(setting.feature),
              detail: setting.isOn ? 'On' : 'Off',
              ...(fixed === undefined ? {} : { disabledReason: fixed }),
            };
          }),
      },
    ],
    enabled: (ctx) => (ctx.scopes.features ? true : NOT_HERE),
    run: (ctx, args) => {
      const setting = ctx.scopes.features?.settings.find(({ feature }) => feature === args.feature);
      if (setting) void setFeature(setting.feature, !setting.isOn);
    },
    calls: ['setFeature'],
  },
]);

export const featuresScopes: readonly ScopeDefinition[] = [{ id: 'features', mode: 'SETTINGS' }];

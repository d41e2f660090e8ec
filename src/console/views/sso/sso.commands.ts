import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportApiError } from '../../api/report-error.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { defineCommands } from '../../commands/types.ts';
import { notify } from '../../state/toasts.ts';
import './scope.ts';

async function deleteSession(sessionId: string): Promise<void> {
  try {
    await callApi('deleteSession', { path: { sessionId } });
    notify({ message: 'The session was ended.', status: 'success', shouldTimeout: true });
  } catch (thrown) {
    reportApiError(toApiError(thrown), { id: 'deleteSession' });
  }
  await queryClient.invalidateQueries({ queryKey: ['listSessions'] });
}

const NOT_HERE = 'Open Settings, SSO first';

export const ssoCommands = defineCommands([
  {
    id: 'sso.save',
    title: 'Save sign-in settings',
    group: 'Access',
    icon: 'check',
    keywords: ['sso', 'oidc', 'saml', 'provider'],
    keys: 'mod+s',
    scope: 'sso',
    bar: 'Save',
    enabled: (ctx) => ctx.scopes.sso?.canSave ?? NOT_HERE,
    run: (ctx) => ctx.scopes.sso?.save(),
    calls: ['updateSso'],
  },
  {
    id: 'sso.test',
    title: 'Test sign-in',
    group: 'Access',
    icon: 'play',
    keywords: ['sso', 'oidc', 'saml', 'provider', 'try'],
    keys: 'Shift+t',
    scope: 'sso',
    bar: 'Test',
    enabled: (ctx) => ctx.scopes.sso?.canTest ?? NOT_HERE,
    run: (ctx) => ctx.scopes.sso?.test(),
  },
  {
    id: 'sso.fallback',
    title: (ctx) => (ctx.scopes.sso?.hasFallback ? 'Replace fallback code' : 'Create fallback code'),
    listTitle: 'Create fallback code',
    group: 'Access',
    icon: 'key',
    keywords: ['sso', 'emergency', 'break glass', 'administrator'],
    scope: 'sso',
    bar: false,
    enabled: (ctx) => (ctx.scopes.sso ? true : NOT_HERE),
    review: (ctx) =>
      ctx.scopes.sso?.hasFallback
        ? {
            title: 'Replace the fallback code?',
            body: 'The old code stops working at once.',
            action: 'Replace fallback code',
            destructive: true,
          }
        : undefined,
    run: (ctx) => ctx.scopes.sso?.makeCode(),
    calls: ['createFallbackCode'],
  },
  {
    id: 'session.end',
    title: 'End a session',
    group: 'Access',
    icon: 'signOut',
    keywords: ['sign out', 'browser', 'device', 'revoke'],
    scope: 'profile',
    everywhere: true,
    bar: false,
    enabled: () => true,
    args: [
      {
        name: 'id',
        title: 'Session',
        kind: 'option',
        load: async () =>
          (await fetchCall('listSessions', {})).sessions
            .filter(({ isCurrent }) => !isCurrent)
            .map(({ id, userAgent, createdAt }) => ({
              id,
              label: userAgent || 'Unknown browser',
              detail: createdAt,
            })),
        empty: 'There is no other session',
      },
    ],
    run: (_, args) => void deleteSession(args.id ?? ''),
    calls: ['deleteSession'],
  },
]);

export const ssoScopes: readonly ScopeDefinition[] = [{ id: 'sso', mode: 'SIGN-IN' }];

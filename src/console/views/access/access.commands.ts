import type { ApiKey, Member, Role } from '../../../contract/entities/access.ts';
import { counted } from '../../../contract/values.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

type Lists = { 'apiKeys.list': ApiKey; 'roles.list': Role; 'users.list': Member };

/** The item of `args.id`, else the current item of the screen. */
function findListItem<Id extends keyof Lists>(
  ctx: CommandContext,
  id: Id,
  args: CommandArgs,
): Lists[Id] | undefined {
  const scope = ctx.scopes[id] as { current: Lists[Id] | undefined; items: readonly Lists[Id][] } | undefined;
  return args.id === undefined ? scope?.current : scope?.items.find((item) => item.id === args.id);
}

function createListArgument(id: keyof Lists, title: string, load: () => Promise<Option[]>): OptionArgument {
  return {
    name: 'id',
    title,
    kind: 'option',
    given: (ctx) => {
      const current = ctx.scopes[id]?.current;
      return current && { id: current.id, label: current.name };
    },
    load,
    empty: `There is no ${title.toLowerCase()} yet`,
  };
}

const toOption = ({ id, name }: { id: string; name: string }, detail: string): Option => ({
  id,
  label: name,
  detail,
});

const keyArgument = createListArgument('apiKeys.list', 'API key', async () =>
  (await fetchCall('listApiKeys', { query: {} })).apiKeys.map((key) => toOption(key, key.prefix)),
);
const roleArgument = createListArgument('roles.list', 'Role', async () =>
  (await fetchCall('listRoles', { query: {} })).roles.map((role) => toOption(role, role.description)),
);
const userArgument = createListArgument('users.list', 'User', async () =>
  (await fetchCall('listMembers', { query: {} })).members.map((user) => toOption(user, user.email)),
);

const checkApiKey = (key: ApiKey | undefined): true | string => {
  if (!key) return 'Choose an API key first';
  return key.status === 'REVOKED' ? `The API key '${key.name}' is revoked` : true;
};

const checkRole = (role: Role | undefined): true | string => {
  if (!role) return 'Choose a role first';
  if (role.type === 'SYSTEM') return `'${role.name}' is a system role and cannot be deleted`;
  const holders = [
    role.userCount > 0 ? counted(role.userCount, 'user') : '',
    role.keyCount > 0 ? counted(role.keyCount, 'API key') : '',
  ].filter(Boolean);
  return holders.length === 0 ? true : `'${role.name}' is held by ${holders.join(' and ')}`;
};

const checkUser = (user: Member | undefined): true | string => {
  if (!user) return 'Choose a user first';
  return user.userType === 'LOCAL'
    ? `'${user.name}' is the user everyone acts as while sign-in is off`
    : true;
};

const keyCommands = defineCommands([
  {
    id: 'apiKey.create',
    title: 'Create API Key',
    group: 'Create',
    icon: 'plus',
    keywords: ['new', 'token', 'secret', 'program'],
    keys: 'c',
    scope: 'apiKeys.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.apiKeys({ create: '1' })),
    calls: ['createApiKey'],
  },
  {
    id: 'apiKey.rotate',
    title: 'Rotate API key',
    group: 'Access',
    icon: 'refresh',
    keywords: ['renew', 'new secret'],
    scope: 'apiKeys.list',
    bar: 'Rotate',
    args: [keyArgument],
    enabled: (ctx, args) => checkApiKey(findListItem(ctx, 'apiKeys.list', args)),
    review: (ctx, args) => ({
      title: 'Rotate API Key',
      body: `'${findListItem(ctx, 'apiKeys.list', args)?.name ?? ''}' gets a new secret and acts for you; programs that use the old secret are refused at once.`,
      action: 'Rotate key',
      destructive: true,
    }),
    run: (ctx, args) => {
      const key = findListItem(ctx, 'apiKeys.list', args);
      if (key) ctx.scopes['apiKeys.list']?.write('rotate', key);
    },
    calls: ['rotateApiKey'],
  },
  {
    id: 'apiKey.revoke',
    title: 'Revoke API key',
    group: 'Access',
    icon: 'delete',
    keywords: ['delete', 'remove', 'disable'],
    keys: 'Delete',
    scope: 'apiKeys.list',
    bar: 'Revoke',
    args: [keyArgument],
    enabled: (ctx, args) => checkApiKey(findListItem(ctx, 'apiKeys.list', args)),
    review: (ctx, args) => ({
      title: 'Revoke API Key',
      body: `Programs with '${findListItem(ctx, 'apiKeys.list', args)?.name ?? ''}' are refused from now on. This cannot be undone.`,
      action: 'Revoke key',
      destructive: true,
    }),
    run: (ctx, args) => {
      const key = findListItem(ctx, 'apiKeys.list', args);
      if (key) ctx.scopes['apiKeys.list']?.write('revoke', key);
    },
    calls: ['deleteApiKey'],
  },
]);

const roleCommands = defineCommands([
  {
    id: 'role.create',
    title: 'Create Role',
    group: 'Create',
    icon: 'plus',
    keywords: ['new', 'permission', 'grant'],
    keys: 'c',
    scope: 'roles.list',
    everywhere: true,
    bar: 'New',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.roles({ create: '1' })),
    calls: ['createRole'],
  },
  {
    id: 'role.open',
    title: 'Open role',
    group: 'Access',
    icon: 'user',
    keywords: ['edit', 'permission', 'grant', 'matrix'],
    keys: 'e',
    scope: 'roles.list',
    everywhere: true,
    bar: false,
    args: [roleArgument],
    enabled: () => true,
    run: (ctx, args) => ctx.navigate(paths.role(args.id ?? '')),
    calls: ['updateRole'],
  },
  {
    id: 'role.delete',
    title: 'Delete role',
    group: 'Access',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'roles.list',
    bar: 'Delete',
    args: [roleArgument],
    enabled: (ctx, args) => checkRole(findListItem(ctx, 'roles.list', args)),
    review: (ctx, args) => ({
      title: 'Delete Role',
      body: `'${findListItem(ctx, 'roles.list', args)?.name ?? ''}' is permanently deleted. It is not assigned to anyone.`,
      action: 'Delete role',
      destructive: true,
    }),
    run: (ctx, args) => {
      const role = findListItem(ctx, 'roles.list', args);
      if (role) ctx.scopes['roles.list']?.write('delete', role);
    },
    calls: ['deleteRole'],
  },
]);

const userCommands = defineCommands([
  {
    id: 'user.invite',
    title: 'Invite User',
    group: 'Create',
    icon: 'plus',
    keywords: ['new', 'add', 'member', 'person'],
    keys: 'c',
    scope: 'users.list',
    everywhere: true,
    bar: 'Invite',
    enabled: () => true,
    run: (ctx) => ctx.navigate(paths.users({ create: '1' })),
    calls: ['createUser'],
  },
  {
    id: 'user.open',
    title: 'Change roles of user',
    group: 'Access',
    icon: 'user',
    keywords: ['edit', 'open', 'rename'],
    keys: 'e',
    scope: 'users.list',
    bar: false,
    args: [userArgument],
    enabled: (ctx, args) => checkUser(findListItem(ctx, 'users.list', args)),
    run: (ctx, args) => ctx.navigate(paths.users({ user: args.id ?? '' })),
    calls: ['updateUser'],
  },
  {
    id: 'user.disable',
    title: 'Disable user',
    group: 'Access',
    icon: 'user',
    keywords: ['lock', 'deny sign-in'],
    scope: 'users.list',
    bar: false,
    args: [userArgument],
    enabled: (ctx, args) => {
      const user = findListItem(ctx, 'users.list', args);
      return user?.status === 'DISABLED' ? `'${user.name}' is disabled already` : checkUser(user);
    },
    review: (ctx, args) => ({
      title: 'Disable User',
      body: `'${findListItem(ctx, 'users.list', args)?.name ?? ''}' is signed out within five seconds, and their API keys are refused.`,
      action: 'Disable user',
      destructive: true,
    }),
    run: (ctx, args) => {
      const user = findListItem(ctx, 'users.list', args);
      if (user) ctx.scopes['users.list']?.write('disable', user);
    },
    calls: ['updateUser'],
  },
  {
    id: 'user.enable',
    title: 'Enable user',
    group: 'Access',
    icon: 'user',
    keywords: ['unlock', 'allow sign-in'],
    scope: 'users.list',
    bar: false,
    args: [userArgument],
    enabled: (ctx, args) => {
      const user = findListItem(ctx, 'users.list', args);
      if (!user) return 'Choose a user first';
      return user.status === 'DISABLED' ? true : `'${user.name}' is not disabled`;
    },
    run: (ctx, args) => {
      const user = findListItem(ctx, 'users.list', args);
      if (user) ctx.scopes['users.list']?.write('enable', user);
    },
    calls: ['updateUser'],
  },
  {
    id: 'user.delete',
    title: 'Delete user',
    group: 'Access',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'users.list',
    bar: 'Delete',
    args: [userArgument],
    enabled: (ctx, args) => checkUser(findListItem(ctx, 'users.list', args)),
    review: (ctx, args) => ({
      title: 'Delete User',
      body: `'${findListItem(ctx, 'users.list', args)?.name ?? ''}' is permanently deleted, with their API keys.`,
      action: 'Delete user',
      destructive: true,
    }),
    run: (ctx, args) => {
      const user = findListItem(ctx, 'users.list', args);
      if (user) ctx.scopes['users.list']?.write('delete', user);
    },
    calls: ['deleteUser'],
  },
]);

export const accessCommands = defineCommands([...keyCommands, ...roleCommands, ...userCommands]);

export const accessScopes: readonly ScopeDefinition[] = [
  { id: 'apiKeys.list', mode: 'LIST', alongside: ['list'] },
  { id: 'roles.list', mode: 'LIST', alongside: ['list'] },
  { id: 'users.list', mode: 'LIST', alongside: ['list'] },
];

import type { ApiKey, Member, Role } from '../../../contract/entities/access.ts';

export type AccessListScope<Item> = {
  current: Item | undefined;
  /** Includes filtered rows: commands look items up by id. */
  items: readonly Item[];
  write: (action: AccessAction, item: Item) => void;
};

export type AccessAction = 'delete' | 'revoke' | 'rotate' | 'disable' | 'enable';

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'apiKeys.list': AccessListScope<ApiKey>;
    'roles.list': AccessListScope<Role>;
    'users.list': AccessListScope<Member>;
  }
}

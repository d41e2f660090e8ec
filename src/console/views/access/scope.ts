import type { ApiKey, Member, Role } from '../../../contract/entities/access.ts';

/** What a list of the access settings publishes for its commands. */
export type AccessListScope<Item> = {
  /** The one in the side panel, else the row under the cursor. */
  current: Item | undefined;
  /** All that the screen knows, whatever is filtered away: its commands find theirs by id. */
  items: readonly Item[];
  /** Asks the write actor to do it to one of them. */
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

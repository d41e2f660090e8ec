import { ContractError } from '../../contract/errors.ts';
import type { Principal } from '../auth/permissions.ts';

/** Live connections that one person, or one API key, may hold at a time: each tab of the console holds one. */
export const CONNECTIONS_PER_PERSON = 50;

/** How many live connections each person holds. */
export type Connections = {
  /** @throws ContractError TOO_MANY_REQUESTS when no more may be opened */
  requireFree(principal: Principal): void;
  /** One was opened; returns what to do when it is closed. */
  opened(principal: Principal): () => void;
};

const whoIs = ({ keyId, user }: Principal): string =>
  keyId === undefined ? `user ${user.id}` : `key ${keyId}`;

/** @param most connections of one person */
export function createConnections(most = CONNECTIONS_PER_PERSON): Connections {
  const held = new Map<string, number>();
  const change = (who: string, by: number) => {
    const count = (held.get(who) ?? 0) + by;
    if (count > 0) held.set(who, count);
    else held.delete(who);
  };
  return {
    requireFree(principal) {
      if ((held.get(whoIs(principal)) ?? 0) < most) return;
      const who = principal.keyId === undefined ? 'You hold' : 'This API key holds';
      throw new ContractError(
        'TOO_MANY_REQUESTS',
        `${who} ${most} live connections, which is the limit. Close a tab or a program that watches, and try again`,
      );
    },
    opened(principal) {
      const who = whoIs(principal);
      let isOpen = true;
      change(who, 1);
      return () => {
        if (isOpen) change(who, -1);
        isOpen = false;
      };
    },
  };
}
